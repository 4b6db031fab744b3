package io.tarn.chassis.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tarn.chassis.testing.Crowd;
import io.tarn.chassis.testing.TestDatabase;
import io.tarn.chassis.testing.TestJdbc;
import io.tarn.db.ServiceSchema;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;

class JdbcLeasesIT {

  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Duration SHORT = Duration.ofMillis(250);

  private static TestDatabase database;
  private static TestJdbc jdbc;
  private static Leases leases;

  private String name = "";

  @BeforeAll
  static void open() {
    database = TestDatabase.fresh();
    jdbc = new TestJdbc(database, ServiceSchema.POOL);
    leases = new JdbcLeases(jdbc.client());
  }

  @AfterAll
  static void close() {
    jdbc.close();
  }

  @BeforeEach
  void nameLease(TestInfo test) {
    name = test.getDisplayName();
  }

  @Test
  void manyAtOnce_oneGetsIt() throws Exception {
    List<Optional<Lease>> got = Crowd.run(16, worker -> leases.acquire(name, "h" + worker, LONG));
    assertThat(got.stream().flatMap(Optional::stream))
        .singleElement()
        .satisfies(lease -> assertThat(lease.epoch()).isEqualTo(1));
  }

  @Test
  void manyInTurn_neverTwoAtOnceAndTheEpochRises() throws Exception {
    AtomicInteger inside = new AtomicInteger();
    ConcurrentSkipListSet<Long> epochs = new ConcurrentSkipListSet<>();
    Crowd.run(
        8,
        worker -> {
          for (int turns = 0; turns < 5; ) {
            Optional<Lease> lease = leases.acquire(name, "h" + worker, LONG);
            if (lease.isPresent()) {
              assertThat(inside.incrementAndGet()).isEqualTo(1);
              assertThat(epochs.add(lease.get().epoch())).isTrue();
              turns++;
              inside.decrementAndGet();
              leases.release(lease.get());
            }
          }
          return worker;
        });
    assertThat(epochs).hasSize(40).last().isEqualTo(40L);
  }

  @Test
  void expired_goesToTheNextWithAHigherEpoch() {
    Lease old = leases.acquire(name, "a", SHORT).orElseThrow();
    assertThat(leases.acquire(name, "b", LONG)).isEmpty();
    Lease next =
        Awaitility.await().until(() -> leases.acquire(name, "b", LONG), Optional::isPresent).get();
    assertThat(next).isEqualTo(new Lease(name, "b", old.epoch() + 1));
    assertThat(leases.renew(old, LONG)).isFalse();
    leases.release(old);
    assertThat(leases.renew(next, LONG)).as("the old holder's release does nothing").isTrue();
    assertThat(leases.acquire(name, "a", LONG)).isEmpty();
  }

  @Test
  void expired_isOnTheClockOfTheDatabase() {
    Lease old = leases.acquire(name, "a", LONG).orElseThrow();
    asAdministrator()
        .sql("update pool.lease set expires_at = clock_timestamp() where name = ?")
        .param(name)
        .update();
    assertThat(leases.renew(old, LONG)).isFalse();
    assertThatExceptionOfType(LeaseLostException.class).isThrownBy(() -> guarded(old, () -> {}));
    // the same holder gets it anew, but not as the same lease
    assertThat(leases.acquire(name, "a", LONG)).contains(new Lease(name, "a", 2));
  }

  @Test
  void renewed_lastsLonger() {
    Lease lease = leases.acquire(name, "a", SHORT).orElseThrow();
    assertThat(leases.renew(lease, LONG)).isTrue();
    assertThat(secondsLeft()).isBetween(200.0, 300.0);
    assertThat(leases.acquire(name, "a", LONG.multipliedBy(2))).contains(lease);
    assertThat(secondsLeft()).isBetween(500.0, 600.0);
  }

  @Test
  void released_isFreeAtOnceWithAHigherEpoch() {
    leases.release(leases.acquire(name, "a", LONG).orElseThrow());
    Lease next = leases.acquire(name, "b", LONG).orElseThrow();
    assertThat(next.epoch()).isEqualTo(2);
    leases.release(next);
    assertThat(leases.acquire(name, "b", LONG).orElseThrow().epoch()).isEqualTo(3);
  }

  @Test
  void guard_outsideTransaction_isRefused() {
    Lease lease = leases.acquire(name, "a", LONG).orElseThrow();
    assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> leases.guard(lease));
  }

  @Test
  void guard_ofALostLease_rollsBack() {
    Lease old = leases.acquire(name, "a", LONG).orElseThrow();
    leases.release(old);
    assertThat(leases.acquire(name, "b", LONG)).isPresent();
    AtomicBoolean ran = new AtomicBoolean();
    assertThatExceptionOfType(LeaseLostException.class)
        .isThrownBy(() -> guarded(old, () -> ran.set(true)))
        .withMessageContaining(name);
    assertThat(ran).isFalse();
  }

  @Test
  void guard_keepsTheNextOutUntilTheTransactionEnds() throws Exception {
    // long enough to be guarded on a busy machine, short enough to wait for its end
    Lease old = leases.acquire(name, "a", Duration.ofSeconds(4)).orElseThrow();
    CountDownLatch guarding = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    // threads of their own: the common pool may have one alone, and the first of these waits
    CompletableFuture<Void> work =
        CompletableFuture.runAsync(
            () ->
                guarded(
                    old,
                    () -> {
                      guarding.countDown();
                      await(mayEnd);
                    }),
            JdbcLeasesIT::onItsOwnThread);
    await(guarding);
    // expired by now, but what is written under it is not committed yet
    Awaitility.await().until(() -> secondsLeft() < 0);
    CompletableFuture<Optional<Lease>> next =
        CompletableFuture.supplyAsync(
            () -> leases.acquire(name, "b", LONG), JdbcLeasesIT::onItsOwnThread);
    Awaitility.await().until(() -> waiting() == 1);
    assertThat(next).isNotDone();
    mayEnd.countDown();
    work.get();
    assertThat(next.get(30, TimeUnit.SECONDS)).contains(new Lease(name, "b", old.epoch() + 1));
  }

  @Test
  void guard_twoTransactionsOfTheHolder_doNotWaitForEachOther() {
    Lease lease = leases.acquire(name, "a", LONG).orElseThrow();
    AtomicBoolean ran = new AtomicBoolean();
    guarded(
        lease, () -> CompletableFuture.runAsync(() -> guarded(lease, () -> ran.set(true))).join());
    assertThat(ran).isTrue();
  }

  @Test
  void epoch_neverFallsWhateverIsWritten() {
    assertThat(leases.acquire(name, "a", LONG)).isPresent();
    for (String change : List.of("epoch = epoch - 1", "epoch = 0", "holder = 'b'")) {
      assertThatExceptionOfType(DataIntegrityViolationException.class)
          .as(change)
          .isThrownBy(
              () ->
                  jdbc.client()
                      .sql("update lease set " + change + " where name = ?")
                      .param(name)
                      .update())
          .withMessageContaining("lease");
    }
  }

  @Test
  void length_belowAMillisecond_isRefused() {
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> leases.acquire(name, "a", Duration.ZERO));
  }

  private static void guarded(Lease lease, Runnable work) {
    jdbc.transactions()
        .executeWithoutResult(
            status -> {
              leases.guard(lease);
              work.run();
            });
  }

  private double secondsLeft() {
    return jdbc.client()
        .sql("select extract(epoch from expires_at - clock_timestamp()) from lease where name = ?")
        .param(name)
        .query(Double.class)
        .single();
  }

  private static int waiting() {
    return asAdministrator()
        .sql("select count(*) from pg_locks where not granted")
        .query(Integer.class)
        .single();
  }

  private static JdbcClient asAdministrator() {
    return JdbcClient.create(database.asAdministrator());
  }

  private static void onItsOwnThread(Runnable task) {
    Thread thread = new Thread(task, "lease-test");
    thread.setDaemon(true);
    thread.start();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
