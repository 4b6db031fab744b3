package io.tarn.agent.bus;

import io.tarn.agent.strand.Trouble;
import io.tarn.contracts.Topics;
import io.tarn.contracts.bus.PlacementEvent;
import io.tarn.contracts.codec.BusCodec;
import io.tarn.contracts.codec.UnreadableRecordException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads all of {@link Topics#PLACEMENTS} from its beginning, on a thread of its own, and goes on as
 * it grows. Simulated hosts learn from it which VMs they run; a real agent asks its hypervisor.
 *
 * <p>Where the topic ends is asked on a connection of its own: a broker answers the requests of one
 * connection one after the other, and a fetch that finds nothing waits there for half a second.
 */
public final class PlacementFeed implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(PlacementFeed.class);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration SURVEY = Duration.ofSeconds(2);
  private static final Duration REST = Duration.ofMillis(500);
  private static final long STOP_MILLIS = 2_000;

  private record Barrier(Map<TopicPartition, Long> ends, CompletableFuture<Void> reached) {}

  private final KafkaConsumer<String, byte[]> consumer;
  private final KafkaConsumer<String, byte[]> surveyor;
  private final Consumer<PlacementEvent> events;
  private final Queue<CompletableFuture<Void>> asked = new ConcurrentLinkedQueue<>();
  private final List<Barrier> barriers = new ArrayList<>();
  private final Trouble trouble = new Trouble(LOG, "Kafka (placements)");
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Thread thread;

  /**
   * @param settings bootstrap servers and what else the cluster asks for
   * @param events is told of every event, in order for each VM, some more than once
   * @throws KafkaException when the settings are refused
   */
  public PlacementFeed(Map<String, Object> settings, Consumer<PlacementEvent> events) {
    this.consumer = consumer(BusSettings.consumer(settings));
    this.surveyor = consumer(BusSettings.surveyor(settings));
    this.events = events;
    this.thread = new Thread(this::run, "placement-feed");
  }

  private static KafkaConsumer<String, byte[]> consumer(Map<String, Object> settings) {
    return new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer());
  }

  /** Begins to read. */
  public void start() {
    thread.start();
  }

  /**
   * Done once everything that is on the bus now has been told; fails with an {@link IOException}
   * when the feed stops before.
   */
  public CompletableFuture<Void> caughtUp() {
    CompletableFuture<Void> reached = new CompletableFuture<>();
    asked.add(reached);
    if (stopped.getCount() == 0) {
      giveUp(reached);
    } else {
      consumer.wakeup();
    }
    return reached;
  }

  private void run() {
    try (consumer;
        surveyor) {
      while (stopped.getCount() > 0) {
        try {
          step();
          trouble.over();
        } catch (WakeupException e) {
          LOG.debug("somebody waits for the end, or for this to stop");
        } catch (KafkaException e) {
          trouble.met(e.toString());
          rest();
        }
      }
    } finally {
      stopped.countDown();
      asked.forEach(PlacementFeed::giveUp);
      barriers.forEach(barrier -> giveUp(barrier.reached()));
    }
  }

  private static void giveUp(CompletableFuture<Void> reached) {
    reached.completeExceptionally(new IOException("placements are no longer read"));
  }

  private void step() {
    if (consumer.assignment().isEmpty()) {
      assign();
    }
    takeBarriers();
    barriers.removeIf(this::reached);
    for (ConsumerRecord<String, byte[]> placement : consumer.poll(POLL)) {
      tell(placement);
    }
  }

  private void assign() {
    Collection<TopicPartition> partitions =
        consumer.partitionsFor(Topics.PLACEMENTS).stream()
            .map(info -> new TopicPartition(info.topic(), info.partition()))
            .toList();
    if (partitions.isEmpty()) {
      throw new UnknownTopicOrPartitionException("there is no topic " + Topics.PLACEMENTS);
    }
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
  }

  /**
   * Takes what was asked for. A question stays until its end offsets are known, so a failure or a
   * wakeup loses none; the next step asks again.
   */
  private void takeBarriers() {
    int waiting = asked.size();
    if (waiting == 0) {
      return;
    }
    Map<TopicPartition, Long> ends = surveyor.endOffsets(consumer.assignment(), SURVEY);
    for (int i = 0; i < waiting; i++) {
      barriers.add(new Barrier(ends, asked.remove()));
    }
  }

  private boolean reached(Barrier barrier) {
    boolean all =
        barrier.ends().entrySet().stream()
            .allMatch(end -> consumer.position(end.getKey(), SURVEY) >= end.getValue());
    if (all) {
      barrier.reached().complete(null);
    }
    return all;
  }

  private void rest() {
    try {
      boolean unused = stopped.await(REST.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      stopped.countDown();
    }
  }

  private void tell(ConsumerRecord<String, byte[]> placement) {
    try {
      events.accept(BusCodec.PLACEMENTS.decode(placement.value()));
    } catch (UnreadableRecordException e) {
      LOG.warn("{}-{} is skipped: {}", placement.partition(), placement.offset(), e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("{}-{} is skipped", placement.partition(), placement.offset(), e);
    }
  }

  @Override
  public void close() {
    stopped.countDown();
    consumer.wakeup();
    surveyor.wakeup();
    try {
      thread.join(STOP_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
