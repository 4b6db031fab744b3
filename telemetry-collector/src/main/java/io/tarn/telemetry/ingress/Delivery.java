package io.tarn.telemetry.ingress;

import io.tarn.telemetry.batch.Batch;
import io.tarn.telemetry.batch.BatchStore;
import io.tarn.telemetry.batch.Heard;
import io.tarn.telemetry.batch.LostPartitionException;
import io.tarn.telemetry.batch.Move;
import io.tarn.telemetry.batch.Partition;
import io.tarn.telemetry.retention.DayKeeper;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Commits what a poll brought as one batch. Where that fails by a bug, its records are committed
 * one by one, and the one that fails alone is set aside.
 */
final class Delivery {

  private static final Logger LOG = LoggerFactory.getLogger(Delivery.class);

  private final BatchStore store;
  private final Reading reading;
  private final DayKeeper days;
  private final Counting counting;

  Delivery(BatchStore store, Reading reading, DayKeeper days, Counting counting) {
    this.store = store;
    this.reading = reading;
    this.days = days;
    this.counting = counting;
  }

  /**
   * Commits records.
   *
   * @param stored the next offset of each partition as known, moved on by what is committed
   * @throws LostPartitionException when another reader has one of the partitions
   */
  void deliver(ConsumerRecords<String, byte[]> records, Map<Partition, Long> stored) {
    try {
      commit(all(records), stored);
    } catch (LostPartitionException e) {
      counting.discarded();
      throw e;
    } catch (RuntimeException e) {
      if (databaseAway(e)) {
        throw e;
      }
      LOG.warn("a batch fails, its records are tried one by one", e);
      for (ConsumerRecord<String, byte[]> one : records) {
        deliverAlone(one, stored);
      }
    }
  }

  private void deliverAlone(ConsumerRecord<String, byte[]> one, Map<Partition, Long> stored) {
    try {
      commit(List.of(List.of(one)), stored);
    } catch (LostPartitionException e) {
      counting.discarded();
      throw e;
    } catch (RuntimeException e) {
      if (databaseAway(e)) {
        throw e;
      }
      commit(
          next(List.of(one)), List.of(reading.refused(one, "failed: " + rootMessage(e))), stored);
    }
  }

  private void commit(
      List<List<ConsumerRecord<String, byte[]>>> byPartition, Map<Partition, Long> stored) {
    Map<Partition, Long> next = new HashMap<>();
    List<Heard> heard = new ArrayList<>();
    for (List<ConsumerRecord<String, byte[]>> ofOne : byPartition) {
      next.putAll(next(ofOne));
      ofOne.forEach(one -> heard.add(reading.read(one)));
    }
    days.need(heard.stream().flatMapToLong(Heard::times));
    commit(next, heard, stored);
  }

  private void commit(Map<Partition, Long> next, List<Heard> heard, Map<Partition, Long> stored) {
    Map<Partition, Move> moves =
        next.entrySet().stream()
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey,
                    move -> new Move(stored.getOrDefault(move.getKey(), -1L), move.getValue())));
    Batch batch = new Batch(moves, heard);
    counting.committed(batch, store.commit(batch));
    stored.putAll(next);
    batch.of(Heard.Refused.class).forEach(one -> LOG.warn("{}: {}", one.topic(), one.reason()));
  }

  private static List<List<ConsumerRecord<String, byte[]>>> all(
      ConsumerRecords<String, byte[]> records) {
    return records.partitions().stream().map(records::records).toList();
  }

  private static Map<Partition, Long> next(List<ConsumerRecord<String, byte[]>> ofOne) {
    ConsumerRecord<String, byte[]> last = ofOne.get(ofOne.size() - 1);
    return Map.of(partition(new TopicPartition(last.topic(), last.partition())), last.offset() + 1);
  }

  static Partition partition(TopicPartition partition) {
    return new Partition(partition.topic(), partition.partition());
  }

  private static boolean databaseAway(RuntimeException failure) {
    return failure instanceof TransientDataAccessException
        || failure instanceof RecoverableDataAccessException
        || failure instanceof DataAccessResourceFailureException
        || failure instanceof TransactionException;
  }

  private static String rootMessage(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.toString().lines().findFirst().orElse("");
  }
}
