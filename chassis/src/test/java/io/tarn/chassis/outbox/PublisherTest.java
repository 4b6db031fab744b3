package io.tarn.chassis.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class PublisherTest {

  private final ScriptedSender sender = new ScriptedSender();
  private final Publisher publisher = new Publisher(sender, Duration.ofMillis(200));

  @Test
  void keys_takeTurnsAndKeepTheirOrder() {
    Delivery delivery =
        publisher.apply(List.of(row(1, "a"), row(2, "a"), row(3, "b"), row(4, "a"), row(5, "b")));
    assertThat(sender.sent).containsExactly(1L, 3L, 2L, 5L, 4L);
    assertThat(ids(delivery.delivered())).containsExactly(1L, 3L, 2L, 5L, 4L);
    assertThat(delivery.refused()).isEmpty();
    assertThat(delivery.stuck()).isEmpty();
  }

  @Test
  void sameKeyOfTwoTopics_isTwoKeys() {
    publisher.apply(List.of(row(1, "t", "a"), row(2, "u", "a"), row(3, "t", "a")));
    assertThat(sender.sent).containsExactly(1L, 2L, 3L);
  }

  @Test
  void nextOfAKey_isSentOnlyAfterTheFirstWasConfirmed() {
    CompletableFuture<Void> pending = new CompletableFuture<>();
    sender.answers.put(1L, pending);
    CompletableFuture<Delivery> drain =
        CompletableFuture.supplyAsync(
            () ->
                new Publisher(sender, Duration.ofSeconds(30))
                    .apply(List.of(row(1, "a"), row(2, "a"))));
    Awaitility.await().until(() -> sender.sent.contains(1L));
    assertThat(sender.sent).containsExactly(1L);
    pending.complete(null);
    assertThat(ids(drain.join().delivered())).containsExactly(1L, 2L);
  }

  @Test
  void failureLater_holdsItsKeyAlone() {
    sender.failLater(1);
    Delivery delivery =
        publisher.apply(List.of(row(1, "a"), row(2, "a"), row(3, "b"), row(4, "b")));
    assertThat(sender.sent).containsExactly(1L, 3L, 4L);
    assertThat(ids(delivery.delivered())).containsExactly(3L, 4L);
    assertThat(delivery.stuck()).containsOnlyKeys("t");
    assertThat(delivery.left()).isEqualTo(2);
  }

  @Test
  void failureOnTheWayOut_holdsItsTopic() {
    sender.failAtOnce(2);
    Delivery delivery =
        publisher.apply(
            List.of(
                row(1, "t", "a"),
                row(2, "t", "b"),
                row(3, "t", "c"),
                row(4, "u", "a"),
                row(5, "t", "a"),
                row(6, "u", "a")));
    // c was not asked for; what was under way already is waited for, and its key goes on
    assertThat(sender.sent).containsExactly(1L, 2L, 4L, 5L, 6L);
    assertThat(ids(delivery.delivered())).containsExactly(1L, 4L, 5L, 6L);
    assertThat(delivery.stuck()).containsOnlyKeys("t");
  }

  @Test
  void refusal_isSetAsideAndItsKeyGoesOn() {
    sender.refuseAtOnce(1);
    sender.refuseLater(2);
    OutboxRow first = row(1, "a");
    OutboxRow second = row(2, "a");
    Delivery delivery = publisher.apply(List.of(first, second, row(3, "a"), row(4, "b")));
    assertThat(delivery.refused())
        .containsOnly(Map.entry(first, "never"), Map.entry(second, "never"));
    assertThat(ids(delivery.delivered())).containsExactly(4L, 3L);
    assertThat(delivery.stuck()).isEmpty();
    assertThat(delivery.left()).isEqualTo(4);
  }

  @Test
  void noAnswerInTime_countsAsFailed() {
    sender.answers.put(1L, new CompletableFuture<>());
    Delivery delivery = publisher.apply(List.of(row(1, "a"), row(2, "a"), row(3, "b")));
    assertThat(ids(delivery.delivered())).containsExactly(3L);
    assertThat(delivery.stuck()).containsOnlyKeys("t");
    assertThat(sender.sent).doesNotContain(2L);
  }

  @Test
  void manyWithoutAnswer_shareOnePatience() {
    List<OutboxRow> rows = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      sender.answers.put((long) i, new CompletableFuture<>());
      rows.add(row(i, "k" + i));
    }
    long start = System.nanoTime();
    publisher.apply(rows);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
  }

  @Test
  void interrupt_endsTheDrainAndIsKept() {
    sender.answers.put(1L, new CompletableFuture<>());
    Thread.currentThread().interrupt();
    Delivery delivery =
        new Publisher(sender, Duration.ofHours(1)).apply(List.of(row(1, "a"), row(2, "a")));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(delivery.delivered()).isEmpty();
    assertThat(sender.sent).containsExactly(1L);
  }

  private static OutboxRow row(long id, String key) {
    return row(id, "t", key);
  }

  private static OutboxRow row(long id, String topic, String key) {
    return new OutboxRow(id, topic, key, new byte[0], Map.of());
  }

  private static List<Long> ids(List<OutboxRow> rows) {
    return rows.stream().map(OutboxRow::id).toList();
  }

  /** Answers as told; what it was not told of is delivered. */
  private static final class ScriptedSender implements RecordSender {

    private final List<Long> sent = new CopyOnWriteArrayList<>();
    private final Map<Long, CompletableFuture<Void>> answers = new HashMap<>();

    @Override
    public CompletableFuture<Void> send(OutboxRow row) {
      sent.add(row.id());
      return answers.getOrDefault(row.id(), CompletableFuture.completedFuture(null));
    }

    void failAtOnce(long id) {
      answers.put(id, CompletableFuture.failedFuture(new IllegalStateException("away")));
    }

    void failLater(long id) {
      answers.put(id, later(new IllegalStateException("away")));
    }

    void refuseAtOnce(long id) {
      answers.put(id, CompletableFuture.failedFuture(refusal()));
    }

    void refuseLater(long id) {
      answers.put(id, later(refusal()));
    }

    private static RecordRefusedException refusal() {
      return new RecordRefusedException("never", new IllegalArgumentException("too large"));
    }

    /** Fails when it is waited for, and not a moment earlier. */
    private static CompletableFuture<Void> later(RuntimeException failure) {
      return new CompletableFuture<>() {
        @Override
        public Void get(long timeout, TimeUnit unit) throws ExecutionException {
          throw new ExecutionException(failure);
        }
      };
    }
  }
}
