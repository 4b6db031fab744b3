package io.tarn.chassis.outbox;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends rows so that those of one topic and key never overtake each other: in rounds, one row of
 * each key at a time. A key whose row fails waits for the next drain; the others go on. A topic
 * that fails before anything was sent waits as a whole.
 */
final class Publisher implements Function<List<OutboxRow>, Delivery> {

  private static final Logger LOG = LoggerFactory.getLogger(Publisher.class);

  private final RecordSender sender;
  private final Duration patience;

  /**
   * @param patience how long one round may take before its unanswered rows count as failed
   */
  Publisher(RecordSender sender, Duration patience) {
    this.sender = sender;
    this.patience = patience;
  }

  @Override
  public Delivery apply(List<OutboxRow> rows) {
    Rounds rounds = new Rounds(rows);
    while (rounds.goOn()) {
      rounds.send();
      rounds.settle();
    }
    return new Delivery(rounds.delivered, rounds.refused, rounds.stuck);
  }

  /** The rows of one drain, by topic and key. */
  private final class Rounds {

    private final Map<String, Queue<OutboxRow>> lanes = new LinkedHashMap<>();
    private final Map<OutboxRow, CompletableFuture<Void>> round = new LinkedHashMap<>();
    private final List<OutboxRow> delivered = new ArrayList<>();
    private final Map<OutboxRow, String> refused = new HashMap<>();
    private final Map<String, String> stuck = new TreeMap<>();

    Rounds(List<OutboxRow> rows) {
      rows.forEach(row -> lanes.computeIfAbsent(row.lane(), lane -> new ArrayDeque<>()).add(row));
    }

    boolean goOn() {
      lanes.values().removeIf(Queue::isEmpty);
      return !lanes.isEmpty();
    }

    void send() {
      round.clear();
      Map<String, String> away = new HashMap<>();
      for (Queue<OutboxRow> lane : lanes.values()) {
        OutboxRow row = lane.element();
        if (away.containsKey(row.topic())) {
          continue;
        }
        CompletableFuture<Void> answer = sender.send(row);
        round.put(row, answer);
        failedOnTheWayOut(answer).ifPresent(reason -> away.put(row.topic(), reason));
      }
      stuck.putAll(away);
      lanes.values().removeIf(lane -> isUnsent(lane.element(), away));
    }

    private boolean isUnsent(OutboxRow row, Map<String, String> away) {
      return away.containsKey(row.topic()) && !round.containsKey(row);
    }

    void settle() {
      long deadline = System.nanoTime() + patience.toNanos();
      round.forEach(
          (row, answer) -> {
            Queue<OutboxRow> lane = lanes.get(row.lane());
            if (lane == null) {
              throw new IllegalStateException("no lane " + row.lane());
            }
            if (settled(row, answer, deadline)) {
              lane.remove();
            } else {
              lanes.remove(row.lane());
            }
          });
    }

    private boolean settled(OutboxRow row, CompletableFuture<Void> answer, long deadline) {
      try {
        answer.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        delivered.add(row);
        return true;
      } catch (ExecutionException e) {
        if (e.getCause() instanceof RecordRefusedException refusal) {
          LOG.error("the bus will never take event {} of {}", row.id(), row.topic(), refusal);
          refused.put(row, String.valueOf(refusal.getMessage()));
          return true;
        }
        stuck.put(row.topic(), String.valueOf(e.getCause()));
        return false;
      } catch (TimeoutException e) {
        stuck.put(row.topic(), "the bus did not answer within " + patience);
        return false;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        stuck.put(row.topic(), "the service stops");
        return false;
      }
    }
  }

  /** Why a row was not even sent; asking for the next key of its topic would take as long again. */
  private static Optional<String> failedOnTheWayOut(CompletableFuture<Void> answer) {
    if (!answer.isCompletedExceptionally()) {
      return Optional.empty();
    }
    try {
      answer.join();
      return Optional.empty();
    } catch (CompletionException e) {
      return e.getCause() instanceof RecordRefusedException
          ? Optional.empty()
          : Optional.of(String.valueOf(e.getCause()));
    }
  }
}
