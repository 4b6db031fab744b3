package io.tarn.chassis.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutboxRelayTest {

  private static final Duration PATIENCE = Duration.ofSeconds(1);

  @Test
  void stuckTopic_restsOnceSoThatOthersGetThrough() {
    InMemoryOutboxStore store = new InMemoryOutboxStore();
    // as many rows as a batch has, all of a topic that is away, in front of the one that is not
    store.add(1, "away");
    store.add(2, "away");
    store.add(3, "fine");
    OutboxRelay relay = relay(store, 2);
    relay.start();
    try {
      Awaitility.await().until(() -> store.rows.size() == 2);
      assertThat(store.rows).allMatch(row -> row.topic().equals("away"));
      // and it is asked again
      Awaitility.await().until(() -> store.rested.lastIndexOf(Set.of()) > 1);
      assertThat(store.rested).startsWith(Set.of(), Set.of("away"));
    } finally {
      relay.stop();
    }
  }

  @Test
  void brokenStore_isWaitedFor() {
    InMemoryOutboxStore store = new InMemoryOutboxStore();
    store.broken = true;
    store.add(1, "fine");
    OutboxRelay relay = relay(store, 2);
    relay.start();
    try {
      Awaitility.await().until(() -> !store.rested.isEmpty());
      for (int i = 0; i < 1000; i++) {
        relay.nudge();
      }
      store.broken = false;
      Awaitility.await().until(store.rows::isEmpty);
      assertThat(store.rested).as("nudges do not make it hurry").hasSizeLessThan(10);
    } finally {
      relay.stop();
    }
  }

  @Test
  void relay_startedTwiceAndStopped_runsOnce() {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    OutboxRelay relay = relay(new InMemoryOutboxStore(), 2);
    relay.start();
    relay.start();
    assertThat(relay.isRunning()).isTrue();
    relay.stop();
    relay.stop();
    assertThat(relay.isRunning()).isFalse();
    assertThat(Thread.getAllStackTraces().keySet())
        .filteredOn(thread -> !before.contains(thread) && thread.isAlive())
        .noneMatch(thread -> thread.getName().equals("outbox-relay"));
  }

  @ParameterizedTest
  @CsvSource({
    "0, PT1S, PT0S, PT10S, tarn.outbox.batch",
    "10001, PT1S, PT0S, PT10S, tarn.outbox.batch",
    "1, PT0S, PT0S, PT10S, tarn.outbox.poll-interval",
    "1, PT-1S, PT0S, PT10S, tarn.outbox.poll-interval",
    "1, PT1S, PT-1S, PT10S, tarn.outbox.pace",
    "1, PT1S, PT1.1S, PT10S, tarn.outbox.pace",
    "1, PT1S, PT0S, PT0.5S, tarn.outbox.patience",
    "1, PT1S, PT0S, PT6M, tarn.outbox.patience",
  })
  void properties_outOfRange_nameTheProperty(
      int batch, Duration pollInterval, Duration pace, Duration patience, String property) {
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> new OutboxProperties(batch, pollInterval, pace, patience))
        .withMessageStartingWith(property);
  }

  private static OutboxRelay relay(OutboxStore store, int batch) {
    return new OutboxRelay(
        store,
        row ->
            row.topic().equals("away")
                ? CompletableFuture.failedFuture(new IllegalStateException("away"))
                : CompletableFuture.completedFuture(null),
        OutboxMeter.of(new SimpleMeterRegistry(), store),
        new OutboxProperties(batch, Duration.ofMillis(20), Duration.ofMillis(1), PATIENCE));
  }

  /** Rows in a list. */
  private static final class InMemoryOutboxStore implements OutboxStore {

    private final List<OutboxRow> rows = new CopyOnWriteArrayList<>();
    private final List<Set<String>> rested = new CopyOnWriteArrayList<>();
    private volatile boolean broken;

    void add(long id, String topic) {
      rows.add(new OutboxRow(id, topic, "k" + id, new byte[0], Map.of()));
    }

    @Override
    public Delivery drain(
        int most, Set<String> resting, Function<List<OutboxRow>, Delivery> publisher) {
      rested.add(resting);
      if (broken) {
        throw new IllegalStateException("the database is away");
      }
      Delivery delivery =
          publisher.apply(
              rows.stream().filter(row -> !resting.contains(row.topic())).limit(most).toList());
      rows.removeAll(delivery.delivered());
      rows.removeAll(delivery.refused().keySet());
      return delivery;
    }

    @Override
    public long waiting() {
      return rows.size();
    }

    @Override
    public Duration age() {
      return Duration.ZERO;
    }
  }
}
