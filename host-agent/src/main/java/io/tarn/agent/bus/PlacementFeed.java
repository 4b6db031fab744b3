package io.tarn.agent.bus;

import io.tarn.contracts.Topics;
import io.tarn.contracts.bus.PlacementEvent;
import io.tarn.contracts.codec.BusCodec;
import io.tarn.contracts.codec.UnreadableRecordException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads all of {@link Topics#PLACEMENTS} from its beginning, on a thread of its own, and goes on as
 * it grows. Simulated hosts learn from it which VMs they run; a real agent asks its hypervisor.
 */
public final class PlacementFeed implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(PlacementFeed.class);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final long STOP_MILLIS = 2_000;

  private record Barrier(Map<TopicPartition, Long> ends, CompletableFuture<Void> reached) {}

  private final KafkaConsumer<String, byte[]> consumer;
  private final Consumer<PlacementEvent> events;
  private final Queue<CompletableFuture<Void>> asked = new ConcurrentLinkedQueue<>();
  private final List<Barrier> barriers = new ArrayList<>();
  private final Thread thread;
  private volatile boolean stopped;

  /**
   * @param settings bootstrap servers and what else the cluster asks for
   * @param events is told of every event, in order for each VM, some more than once
   */
  public PlacementFeed(Map<String, Object> settings, Consumer<PlacementEvent> events) {
    this.consumer =
        new KafkaConsumer<>(
            BusSettings.consumer(settings), new StringDeserializer(), new ByteArrayDeserializer());
    this.events = events;
    this.thread = new Thread(this::run, "placement-feed");
  }

  /** Begins to read. */
  public void start() {
    thread.start();
  }

  /** Done once everything that is on the bus now has been told. */
  public CompletableFuture<Void> caughtUp() {
    CompletableFuture<Void> reached = new CompletableFuture<>();
    asked.add(reached);
    return reached;
  }

  private void run() {
    try (consumer) {
      while (!stopped) {
        try {
          step();
        } catch (WakeupException e) {
          LOG.debug("stopping");
        } catch (KafkaException e) {
          LOG.warn("placements cannot be read for now: {}", e.toString());
        }
      }
    }
  }

  private void step() {
    if (consumer.assignment().isEmpty()) {
      assign();
    }
    takeBarriers();
    for (ConsumerRecord<String, byte[]> placement : consumer.poll(POLL)) {
      tell(placement);
    }
    barriers.removeIf(this::reached);
  }

  private void assign() {
    Collection<TopicPartition> partitions =
        consumer.partitionsFor(Topics.PLACEMENTS).stream()
            .map(info -> new TopicPartition(info.topic(), info.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
  }

  private void takeBarriers() {
    if (asked.isEmpty() || consumer.assignment().isEmpty()) {
      return;
    }
    int waiting = asked.size();
    Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
    for (int i = 0; i < waiting; i++) {
      barriers.add(new Barrier(ends, asked.remove()));
    }
  }

  private boolean reached(Barrier barrier) {
    boolean all =
        barrier.ends().entrySet().stream()
            .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    if (all) {
      barrier.reached().complete(null);
    }
    return all;
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
    stopped = true;
    consumer.wakeup();
    try {
      thread.join(STOP_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
