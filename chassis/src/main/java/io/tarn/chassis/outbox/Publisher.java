package io.tarn.chassis.outbox;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends rows so that those of one topic and key never overtake each other: in rounds, one row of
 * each key at a time. A key whose row fails waits for the next drain; the others go on.
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
    Map<String, Queue<OutboxRow>> lanes = new LinkedHashMap<>();
    rows.forEach(row -> lanes.computeIfAbsent(row.lane(), lane -> new ArrayDeque<>()).add(row));
    List<Long> delivered = new ArrayList<>();
    Map<Long, String> refused = new HashMap<>();
    while (!lanes.isEmpty()) {
      sendRound(lanes, delivered, refused);
    }
    return new Delivery(delivered, refused);
  }

  private void sendRound(
      Map<String, Queue<OutboxRow>> lanes, List<Long> delivered, Map<Long, String> refused) {
    Map<OutboxRow, CompletableFuture<Void>> round = new LinkedHashMap<>();
    for (Queue<OutboxRow> lane : lanes.values()) {
      OutboxRow row = lane.remove();
      round.put(row, sender.send(row));
    }
    long deadline = System.nanoTime() + patience.toNanos();
    round.forEach(
        (row, answer) -> {
          boolean goOn = settle(row, answer, deadline, delivered, refused);
          if (!goOn) {
            lanes.remove(row.lane());
          }
        });
    lanes.values().removeIf(Queue::isEmpty);
  }

  private static boolean settle(
      OutboxRow row,
      CompletableFuture<Void> answer,
      long deadline,
      List<Long> delivered,
      Map<Long, String> refused) {
    try {
      answer.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
      delivered.add(row.id());
      return true;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RecordRefusedException refusal) {
        LOG.error("the bus will never take event {} of {}", row.id(), row.topic(), refusal);
        refused.put(row.id(), String.valueOf(refusal.getMessage()));
        return true;
      }
      LOG.warn("event {} of {} waits: {}", row.id(), row.topic(), String.valueOf(e.getCause()));
      return false;
    } catch (TimeoutException e) {
      LOG.warn("event {} of {} waits: the bus did not answer in time", row.id(), row.topic());
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
