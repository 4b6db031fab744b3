package io.tarn.telemetry.ingress;

import io.tarn.telemetry.batch.BatchStore;
import io.tarn.telemetry.batch.LostPartitionException;
import io.tarn.telemetry.batch.Partition;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads its share of the bus on one thread, from where the database says. Whatever goes wrong, what
 * is not committed is forgotten and read again; who has lost a partition leaves the group and joins
 * anew.
 */
final class BusReader implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(BusReader.class);
  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofMillis(500);

  private final Supplier<Consumer<String, byte[]>> consumers;
  private final BatchStore store;
  private final Delivery delivery;
  private final CountDownLatch stop = new CountDownLatch(1);

  BusReader(Supplier<Consumer<String, byte[]>> consumers, BatchStore store, Delivery delivery) {
    this.consumers = consumers;
    this.store = store;
    this.delivery = delivery;
  }

  @Override
  public void run() {
    try {
      while (!stopped()) {
        readUntilItFails();
      }
    } catch (InterruptedException e) {
      LOG.debug("a reader was interrupted");
    }
  }

  /** Lets it end after the batch that it is at. */
  void end() {
    stop.countDown();
  }

  private boolean stopped() {
    return stop.getCount() == 0;
  }

  private void readUntilItFails() throws InterruptedException {
    try (Consumer<String, byte[]> consumer = consumers.get()) {
      Map<Partition, Long> stored = new HashMap<>();
      consumer.subscribe(Reading.TOPICS, new FromTheDatabase(consumer, stored));
      while (!stopped()) {
        ConsumerRecords<String, byte[]> records = consumer.poll(POLL);
        if (!records.isEmpty()) {
          delivery.deliver(records, stored);
        }
      }
    } catch (WakeupException e) {
      LOG.debug("a reader was woken");
    } catch (LostPartitionException e) {
      LOG.info("joins the group anew: {}", e.getMessage());
    } catch (RuntimeException e) {
      LOG.warn("reading fails, and begins anew: {}", String.valueOf(e.getMessage()));
      LOG.debug("reading", e);
      stop.await(PAUSE_AFTER_FAILURE.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /** Puts a consumer, whenever it gets partitions, to where the database says. */
  private final class FromTheDatabase implements ConsumerRebalanceListener {

    private final Consumer<String, byte[]> consumer;
    private final Map<Partition, Long> stored;

    FromTheDatabase(Consumer<String, byte[]> consumer, Map<Partition, Long> stored) {
      this.consumer = consumer;
      this.stored = stored;
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> assigned) {
      Map<Partition, Long> found =
          store.offsets(assigned.stream().map(Delivery::partition).collect(Collectors.toSet()));
      for (TopicPartition one : assigned) {
        Partition partition = Delivery.partition(one);
        Long offset = found.get(partition);
        if (offset == null) {
          long beginning = consumer.beginningOffsets(List.of(one)).getOrDefault(one, 0L);
          offset = store.begin(partition, beginning);
        }
        consumer.seek(one, offset);
        stored.put(partition, offset);
      }
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
      revoked.forEach(one -> stored.remove(Delivery.partition(one)));
    }
  }
}
