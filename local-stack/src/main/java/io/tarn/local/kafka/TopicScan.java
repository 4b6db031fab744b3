package io.tarn.local.kafka;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads topics from their beginning, in no group. Not thread-safe. */
public final class TopicScan implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(500);

  private final KafkaConsumer<String, byte[]> consumer;

  /**
   * @param bootstrapServers of the bus
   */
  public TopicScan(String bootstrapServers) {
    this.consumer =
        new KafkaConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false,
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest",
                ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                (int) PATIENCE.toMillis()),
            new StringDeserializer(),
            new ByteArrayDeserializer());
  }

  /** The dead-letter topics that there are. */
  public List<String> deadLetterTopics() {
    return consumer.listTopics(PATIENCE).keySet().stream()
        .filter(BusTopics::isDeadLetter)
        .sorted()
        .toList();
  }

  /** The offset behind the last record of each partition, as it is now. */
  public Map<TopicPartition, Long> ends(Collection<String> topics) {
    return new HashMap<>(
        consumer.endOffsets(
            topics.stream()
                .flatMap(topic -> consumer.partitionsFor(topic, PATIENCE).stream())
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList(),
            PATIENCE));
  }

  /**
   * Reads the records before some offsets, those of a partition in their order.
   *
   * @param ends where to end in each partition; no later than where it ends
   * @param each told of every record
   * @throws IOException when the bus stops handing out records before that
   */
  public void read(Map<TopicPartition, Long> ends, Consumer<ConsumerRecord<String, byte[]>> each)
      throws IOException {
    consumer.assign(ends.keySet());
    consumer.seekToBeginning(ends.keySet());
    long heardNanos = System.nanoTime();
    Map<TopicPartition, Long> left = left(ends);
    while (!left.isEmpty()) {
      ConsumerRecords<String, byte[]> records = consumer.poll(POLL);
      for (ConsumerRecord<String, byte[]> one : records) {
        if (one.offset()
            < left.getOrDefault(new TopicPartition(one.topic(), one.partition()), 0L)) {
          each.accept(one);
        }
      }
      if (!records.isEmpty()) {
        heardNanos = System.nanoTime();
      } else if (System.nanoTime() - heardNanos > PATIENCE.toNanos()) {
        throw new IOException("the bus hands out no more records, before " + left);
      }
      left = left(left);
      consumer.assign(left.keySet());
    }
  }

  private Map<TopicPartition, Long> left(Map<TopicPartition, Long> ends) {
    return ends.entrySet().stream()
        .filter(end -> consumer.position(end.getKey(), PATIENCE) < end.getValue())
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  @Override
  public void close() {
    consumer.close();
  }
}
