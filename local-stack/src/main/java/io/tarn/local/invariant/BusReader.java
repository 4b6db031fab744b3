package io.tarn.local.invariant;

import io.tarn.contracts.bus.EventHeader;
import io.tarn.contracts.codec.BusCodec;
import io.tarn.contracts.codec.UnreadableRecordException;
import io.tarn.local.invariant.Outside.EventKey;
import io.tarn.local.kafka.BusTopics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads every event that lies on the bus, from its beginning to where it ends now. */
final class BusReader {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(500);

  private final String bootstrapServers;

  BusReader(String bootstrapServers) {
    this.bootstrapServers = bootstrapServers;
  }

  /** The sequences of every key; -1 stands for a record that cannot be read. */
  Map<EventKey, List<Long>> sequences() {
    Map<EventKey, List<Long>> sequences = new HashMap<>();
    try (Consumer<String, byte[]> consumer =
        new KafkaConsumer<>(settings(), new StringDeserializer(), new ByteArrayDeserializer())) {
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions(consumer), PATIENCE);
      consumer.assign(ends.keySet());
      consumer.seekToBeginning(ends.keySet());
      while (behind(consumer, ends)) {
        consumer
            .poll(POLL)
            .forEach(
                record ->
                    sequences
                        .computeIfAbsent(
                            new EventKey(record.topic(), record.key()), key -> new ArrayList<>())
                        .add(sequence(record)));
      }
    }
    return sequences;
  }

  private static List<TopicPartition> partitions(Consumer<String, byte[]> consumer) {
    return BusTopics.EVENTS.stream()
        .flatMap(topic -> consumer.partitionsFor(topic, PATIENCE).stream())
        .map(info -> new TopicPartition(info.topic(), info.partition()))
        .toList();
  }

  private static boolean behind(Consumer<String, byte[]> consumer, Map<TopicPartition, Long> ends) {
    Set<TopicPartition> assigned = consumer.assignment();
    return assigned.stream()
        .anyMatch(p -> consumer.position(p, PATIENCE) < ends.getOrDefault(p, 0L));
  }

  private static long sequence(ConsumerRecord<String, byte[]> record) {
    try {
      return header(record).getSequence();
    } catch (UnreadableRecordException e) {
      return -1;
    }
  }

  private static EventHeader header(ConsumerRecord<String, byte[]> record)
      throws UnreadableRecordException {
    return record.topic().equals(BusCodec.PLACEMENTS.topic())
        ? BusCodec.PLACEMENTS.decode(record.value()).getHeader()
        : BusCodec.SLICES.decode(record.value()).getHeader();
  }

  private Map<String, Object> settings() {
    return Map.of(
        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
        bootstrapServers,
        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
        false,
        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
        "earliest",
        ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
        (int) PATIENCE.toMillis());
  }
}
