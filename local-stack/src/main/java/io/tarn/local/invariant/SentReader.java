package io.tarn.local.invariant;

import io.tarn.contracts.Topics;
import io.tarn.local.kafka.BusTopics;
import io.tarn.local.kafka.TopicScan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;

/** Reads what was sent to the collector, and what anybody has put aside. */
final class SentReader {

  private final String bootstrapServers;

  SentReader(String bootstrapServers) {
    this.bootstrapServers = bootstrapServers;
  }

  /**
   * Reads the bus.
   *
   * @param takenIn the offset of each partition up to which the collector took it in
   * @throws IOException when the bus does not hand it out
   */
  Sent read(Map<TopicPartition, Long> takenIn) throws IOException {
    Sent sent = new Sent();
    try (TopicScan bus = new TopicScan(bootstrapServers)) {
      Map<TopicPartition, Long> ends = bus.ends(BusTopics.COLLECTED);
      ends.replaceAll((partition, end) -> Math.min(end, takenIn.getOrDefault(partition, 0L)));
      bus.read(ends, record -> sent.add(record.topic(), record.value()));
      bus.read(
          bus.ends(bus.deadLetterTopics()),
          record -> sent.deadLetter(record.topic(), reason(record)));
    }
    return sent;
  }

  private static String reason(ConsumerRecord<String, byte[]> record) {
    Header header = record.headers().lastHeader(Topics.REASON_HEADER);
    return header == null
        ? "without " + Topics.REASON_HEADER
        : Topics.REASON_HEADER + ": " + new String(header.value(), StandardCharsets.UTF_8);
  }
}
