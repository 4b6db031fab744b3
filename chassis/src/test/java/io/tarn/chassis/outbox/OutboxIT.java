package io.tarn.chassis.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tarn.chassis.testing.TestBus;
import io.tarn.chassis.testing.TestDatabase;
import io.tarn.chassis.testing.TopicTail;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OutboxIT {

  private static TestDatabase database;

  private OutboxBench bench;

  @BeforeAll
  static void makeDatabase() {
    database = TestDatabase.fresh();
  }

  @BeforeEach
  void open() {
    bench = new OutboxBench(database);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private OutboxRelay relay(int batch) {
    Duration patience = Duration.ofSeconds(10);
    return bench.relay(bench.sender(TestBus.bootstrapServers(), patience), batch, patience);
  }

  @Test
  void event_outsideTransaction_isRefused() {
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> bench.append("outside", "k"));
  }

  @Test
  void rowAndEvent_areCommittedTogetherOrNotAtAll() {
    bench.jdbc.sql("insert into host (host_id) values ('h1')").update();
    try (TopicTail tail = TestBus.tail("atomic")) {
      relay(500);
      String boot = "update host set refusal = ? where host_id = 'h1'";
      bench.transactions.executeWithoutResult(
          status -> {
            bench.jdbc.sql(boot).param("rolled back").update();
            bench.append("atomic", "k");
            status.setRollbackOnly();
          });
      assertThatExceptionOfType(IllegalStateException.class)
          .isThrownBy(
              () ->
                  bench.transactions.executeWithoutResult(
                      status -> {
                        bench.append("atomic", "k");
                        throw new IllegalStateException("a bug");
                      }));
      bench.transactions.executeWithoutResult(
          status -> {
            bench.jdbc.sql(boot).param("committed").update();
            bench.append("atomic", "k");
            bench.append("atomic", "k");
          });
      // the sequences of what was rolled back are given out again: no gap
      assertThat(OutboxBench.sequences(tail.await("k", 2, OutboxBench.PATIENCE)))
          .isEqualTo(Map.of("k", List.of(1L, 2L)));
      assertThat(bench.jdbc.sql("select refusal from host").query(String.class).single())
          .isEqualTo("committed");
      assertThat(tail.read(Duration.ofMillis(300))).hasSize(2);
    }
  }

  @Test
  void headers_arriveWithTheEvent() {
    try (TopicTail tail = TestBus.tail("headers")) {
      relay(500);
      bench.transactions.executeWithoutResult(
          status ->
              bench.outbox.append(
                  new OutgoingEvent(
                      "headers", "k", sequence -> new byte[0], Map.of("tarn-reason", "\"ä\\"))));
      assertThat(tail.await("k", 1, OutboxBench.PATIENCE))
          .singleElement()
          .satisfies(
              record ->
                  assertThat(record.headers().lastHeader("tarn-reason").value())
                      .asString(UTF_8)
                      .isEqualTo("\"ä\\"));
    }
  }

  @Test
  void eventsOfAKey_keepTheOrderOfCommits() throws Exception {
    try (TopicTail tail = TestBus.tail("order")) {
      relay(50);
      concurrently(
          8,
          (worker, random) -> {
            for (int i = 0; i < 25; i++) {
              boolean rollback = random.nextInt(6) == 0;
              // keys in one order, as all who lock several things must
              boolean both = random.nextInt(3) == 0;
              String first = "k" + random.nextInt(3);
              bench.transactions.executeWithoutResult(
                  status -> {
                    bench.append("order", both ? "k0" : first);
                    if (both) {
                      bench.append("order", "k1");
                    }
                    if (rollback) {
                      status.setRollbackOnly();
                    }
                  });
            }
          });
      assertComplete(tail, "order");
    }
  }

  @Test
  void relaysStartedAndStopped_loseAndReorderNothing() throws Exception {
    try (TopicTail tail = TestBus.tail("restart")) {
      for (int i = 0; i < 6; i++) {
        OutboxRelay relay = relay(7);
        bench.commit("restart", "a", 40);
        bench.commit("restart", "b", 40);
        tail.await(records -> !records.isEmpty(), OutboxBench.PATIENCE);
        relay.stop();
        assertThat(relay.isRunning()).isFalse();
      }
      assertThat(bench.store.waiting()).as("stopped half way").isPositive();
      relay(7);
      assertComplete(tail, "restart");
    }
  }

  @Test
  void relayThatDiesAfterSending_repeats() {
    KafkaRecordSender sender = bench.sender(TestBus.bootstrapServers(), Duration.ofSeconds(10));
    Publisher publisher = new Publisher(sender, Duration.ofSeconds(10));
    try (TopicTail tail = TestBus.tail("repeat")) {
      bench.commit("repeat", "k", 3);
      assertThatExceptionOfType(IllegalStateException.class)
          .isThrownBy(
              () ->
                  bench.store.drain(
                      10,
                      Set.of(),
                      rows -> {
                        publisher.apply(rows);
                        throw new IllegalStateException("killed before the commit");
                      }));
      assertThat(bench.store.waiting()).isEqualTo(3);
      assertThat(bench.store.drain(10, Set.of(), publisher).left()).isEqualTo(3);
      assertThat(OutboxBench.sequences(tail.await("k", 6, OutboxBench.PATIENCE)).get("k"))
          .containsExactly(1L, 2L, 3L, 1L, 2L, 3L);
    }
  }

  @Test
  void twoRelaysAtOnce_sendEachEventOnce() throws Exception {
    try (TopicTail tail = TestBus.tail("two")) {
      relay(5);
      relay(5);
      concurrently(
          4,
          (worker, random) -> {
            for (int i = 0; i < 25; i++) {
              bench.commit("two", "k" + random.nextInt(4), 1);
            }
          });
      Map<String, List<Long>> sequences = assertComplete(tail, "two");
      assertThat(sequences.values().stream().mapToInt(List::size).sum()).isEqualTo(100);
    }
  }

  @Test
  void eventCommittedLate_isSentAlthoughLaterOnesWere() throws Exception {
    CountDownLatch appended = new CountDownLatch(1);
    CountDownLatch mayCommit = new CountDownLatch(1);
    try (TopicTail tail = TestBus.tail("late")) {
      relay(500);
      CompletableFuture<Void> slow =
          CompletableFuture.runAsync(
              () ->
                  bench.transactions.executeWithoutResult(
                      status -> {
                        bench.append("late", "slow");
                        appended.countDown();
                        await(mayCommit);
                      }));
      await(appended);
      bench.commit("late", "fast", 2);
      tail.await("fast", 2, OutboxBench.PATIENCE);
      assertThat(OutboxBench.sequences(tail.seen())).doesNotContainKey("slow");
      mayCommit.countDown();
      slow.get();
      assertThat(tail.await("slow", 1, OutboxBench.PATIENCE)).hasSize(1);
    }
  }

  @Test
  void recordTooLarge_isSetAsideAndBlocksNothing() {
    try (TopicTail tail = TestBus.tail("large")) {
      relay(500);
      bench.transactions.executeWithoutResult(
          status -> {
            bench.append("large", "k");
            bench.outbox.append(OutgoingEvent.of("large", "k", sequence -> noise(3 << 20)));
            bench.append("large", "k");
            bench.append("large", "other");
          });
      assertThat(OutboxBench.sequences(tail.await("k", 2, OutboxBench.PATIENCE)).get("k"))
          .containsExactly(1L, 3L);
      tail.await("other", 1, OutboxBench.PATIENCE);
      assertSetAside("large", 2, 3 << 20);
    }
  }

  @Test
  void recordTooLargeForItsTopic_isSetAsideAndBlocksNothing() throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", TestBus.bootstrapServers()))) {
      NewTopic narrow = new NewTopic("narrow", 1, (short) 1);
      admin.createTopics(List.of(narrow.configs(Map.of("max.message.bytes", "10000")))).all().get();
    }
    try (TopicTail tail = TestBus.tail("narrow")) {
      relay(500);
      bench.transactions.executeWithoutResult(
          status -> {
            bench.outbox.append(OutgoingEvent.of("narrow", "k", sequence -> noise(50_000)));
            bench.append("narrow", "k");
          });
      assertThat(OutboxBench.sequences(tail.await("k", 1, OutboxBench.PATIENCE)).get("k"))
          .containsExactly(2L);
      assertSetAside("narrow", 1, 50_000);
    }
  }

  private void assertSetAside(String topic, int sequence, int bytes) {
    Awaitility.await().until(() -> bench.store.waiting() == 0);
    assertThat(
            bench
                .jdbc
                .sql(
                    "select sequence || ' ' || length(payload) || ' ' || (length(reason) > 10) from"
                        + " outbox_rejected where topic = ?")
                .param(topic)
                .query(String.class)
                .list())
        .containsExactly(sequence + " " + bytes + " true");
    Awaitility.await()
        .untilAsserted(() -> assertThat(bench.counted("tarn.outbox.refused", topic)).isEqualTo(1));
  }

  @Test
  void topicThatCannotBe_isRefused() {
    try (TopicTail tail = TestBus.tail("beside")) {
      relay(500);
      bench.transactions.executeWithoutResult(
          status -> {
            bench.append("no such/topic", "k");
            bench.append("beside", "k");
          });
      tail.await("k", 1, OutboxBench.PATIENCE);
      assertSetAside("no such/topic", 1, 1);
    }
  }

  @Test
  void metrics_countWhatWaitsAndWhatWent() {
    bench.commit("metrics", "k", 3);
    OutboxMeter.of(bench.metrics, bench.store);
    assertThat(bench.metrics.get("tarn.outbox.waiting").gauge().value()).isEqualTo(3);
    assertThat(bench.metrics.get("tarn.outbox.age").timeGauge().value(TimeUnit.SECONDS))
        .isBetween(0.0, 60.0);
    relay(500);
    Awaitility.await()
        .untilAsserted(
            () -> assertThat(bench.counted("tarn.outbox.published", "metrics")).isEqualTo(3));
    assertThat(bench.metrics.get("tarn.outbox.waiting").gauge().value()).isZero();
    assertThat(bench.metrics.get("tarn.outbox.age").timeGauge().value(TimeUnit.SECONDS)).isZero();
  }

  /** Everything committed has come, in order, and nothing is missing between. */
  private Map<String, List<Long>> assertComplete(TopicTail tail, String topic) {
    Map<String, Long> last = new HashMap<>();
    bench
        .jdbc
        .sql("select record_key, last_sequence from outbox_sequence where topic = ?")
        .param(topic)
        .query((row, n) -> last.put(row.getString(1), row.getLong(2)))
        .list();
    assertThat(last).isNotEmpty();
    List<ConsumerRecord<String, byte[]>> records =
        tail.await(seen -> reached(OutboxBench.sequences(seen), last), OutboxBench.PATIENCE);
    Map<String, List<Long>> sequences = OutboxBench.sequences(records);
    last.forEach(
        (key, sequence) ->
            assertThat(OutboxBench.accepted(sequences.getOrDefault(key, List.of())))
                .as(key)
                .isEqualTo(LongStream.rangeClosed(1, sequence).boxed().toList()));
    Awaitility.await().until(() -> bench.store.waiting() == 0);
    return sequences;
  }

  private static boolean reached(Map<String, List<Long>> sequences, Map<String, Long> last) {
    return last.entrySet().stream()
        .allMatch(
            wanted ->
                sequences.getOrDefault(wanted.getKey(), List.of()).contains(wanted.getValue()));
  }

  private interface Work {
    void run(int worker, Random random);
  }

  private static void concurrently(int workers, Work work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(workers);
    try {
      List<Future<?>> ends = new ArrayList<>();
      for (int i = 0; i < workers; i++) {
        int worker = i;
        ends.add(threads.submit(() -> work.run(worker, new Random(worker))));
      }
      for (Future<?> end : ends) {
        end.get(60, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] noise(int bytes) {
    byte[] noise = new byte[bytes];
    new Random(7).nextBytes(noise);
    return noise;
  }
}
