package io.tarn.pool.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tarn.chassis.lease.LeaseLostException;
import io.tarn.chassis.lease.Leases;
import io.tarn.pool.device.Leadership;
import io.tarn.pool.ledger.Decision;
import io.tarn.pool.ledger.Ledger;
import io.tarn.pool.testing.Rig;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

class StaleLeaseIT {

  private static final Duration LONG = Duration.ofMinutes(5);

  private final Rig rig = Rig.shared();
  private final Leases leases = rig.replica().part(Leases.class);
  private final Ledger ledger = rig.replica().part(Ledger.class);
  private final String pool = "stale-" + UUID.randomUUID();
  private final JdbcLeadership first = new JdbcLeadership(leases, pool, "first", LONG);
  private final JdbcLeadership second = new JdbcLeadership(leases, pool, "second", LONG);

  @BeforeEach
  void lead() {
    assertThat(first.hold()).hasValue(1);
    assertThat(second.hold()).isEmpty();
  }

  @Test
  void lease_thatIsHeldStaysAtItsEpoch() {
    assertThat(first.hold()).hasValue(1);
    assertThat(ledger.<Boolean>decide(books -> guarded(first))).isTrue();
  }

  @Test
  void lease_thatHasChangedHandsLetsNothingBeWritten() {
    expire();
    assertThat(new JdbcLeadership(leases, pool, "second", LONG).hold()).hasValue(2);
    // the first has slept: it still believes that it leads
    assertThat(first.hold()).hasValue(1);
    assertThatExceptionOfType(LeaseLostException.class)
        .isThrownBy(() -> ledger.decide(books -> guarded(first)));
  }

  @Test
  void lease_thatHasRunOutLetsNothingBeWritten() {
    expire();
    assertThatExceptionOfType(LeaseLostException.class)
        .isThrownBy(() -> ledger.decide(books -> guarded(first)));
  }

  @Test
  void lease_thatIsGivenBackIsTakenAtOnceUnderAHigherEpoch() {
    first.release();
    assertThat(new JdbcLeadership(leases, pool, "second", LONG).hold()).hasValue(2);
  }

  @Test
  void lease_thatWasNotHeldForLongIsAskedForAgain() {
    JdbcLeadership eager = new JdbcLeadership(leases, pool, "first", Duration.ofMillis(1));
    expire();
    assertThat(eager.hold()).hasValue(2);
    expire();
    assertThat(new JdbcLeadership(leases, pool, "third", LONG).hold()).hasValue(3);
    assertThat(eager.hold()).isEmpty();
  }

  @Test
  void leases_areRenewedTogetherWhileTheirUsersShowLife() {
    AtomicLong now = new AtomicLong();
    JdbcLeaderships mine = new JdbcLeaderships(leases, "mine", LONG, now::get);
    Leadership used = mine.of(pool + "-used");
    Leadership silent = mine.of(pool + "-silent");
    assertThat(List.of(used.hold(), silent.hold())).containsOnly(OptionalLong.of(1));
    now.addAndGet(LONG.toNanos() / 4);
    shorten();
    mine.renew();
    assertThat(lasting()).containsExactly("pool/" + pool + "-silent", "pool/" + pool + "-used");
    // what was asked for on their behalf counts: the database is not asked again before a third
    now.addAndGet(LONG.toNanos() / 4);
    shorten();
    assertThat(used.hold()).hasValue(1);
    assertThat(lasting()).isEmpty();

    now.addAndGet(LONG.toNanos() - LONG.toNanos() / 4);
    mine.renew();
    assertThat(lasting())
        .as("one has been silent for the length")
        .containsExactly("pool/" + pool + "-used");
  }

  @Test
  void lease_thatIsLostIsNotRenewed() {
    JdbcLeaderships mine = new JdbcLeaderships(leases, "mine", LONG);
    Leadership lost = mine.of(pool + "-lost");
    assertThat(lost.hold()).hasValue(1);
    JdbcClient.create(rig.database().asAdministrator())
        .sql("update pool.lease set expires_at = clock_timestamp() where name = ?")
        .param("pool/" + pool + "-lost")
        .update();
    mine.renew();
    assertThat(new JdbcLeadership(leases, pool + "-lost", "second", LONG).hold()).hasValue(2);
    mine.renew();
    assertThat(leases.acquire("pool/" + pool + "-lost", "second", LONG).orElseThrow().epoch())
        .isEqualTo(2);
  }

  /** Leaves leases that run out soon. */
  private void shorten() {
    JdbcClient.create(rig.database().asAdministrator())
        .sql(
            "update pool.lease set expires_at = clock_timestamp() + interval '1 second'"
                + " where name like ?")
        .param("pool/" + pool + "-%")
        .update();
  }

  /** Leases that do not run out soon. */
  private List<String> lasting() {
    return JdbcClient.create(rig.database().asAdministrator())
        .sql(
            "select name from pool.lease where name like ?"
                + " and expires_at > clock_timestamp() + interval '2 seconds' order by name")
        .param("pool/" + pool + "-%")
        .query(String.class)
        .list();
  }

  private Decision<Boolean> guarded(JdbcLeadership leadership) {
    leadership.guard();
    return Decision.only(true);
  }

  private void expire() {
    JdbcClient.create(rig.database().asAdministrator())
        .sql("update pool.lease set expires_at = clock_timestamp() where name = ?")
        .param("pool/" + pool)
        .update();
  }
}
