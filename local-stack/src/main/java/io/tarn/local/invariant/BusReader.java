package io.tarn.local.invariant;

import io.tarn.contracts.bus.EventHeader;
import io.tarn.contracts.codec.BusCodec;
import io.tarn.contracts.codec.UnreadableRecordException;
import io.tarn.local.invariant.Outside.EventKey;
import io.tarn.local.kafka.BusTopics;
import io.tarn.local.kafka.TopicScan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads every event that lies on the bus, from its beginning to where it ends now. */
final class BusReader {

  private final String bootstrapServers;

  BusReader(String bootstrapServers) {
    this.bootstrapServers = bootstrapServers;
  }

  /** The sequences of every key; -1 stands for a record that cannot be read. */
  Map<EventKey, List<Long>> sequences() throws IOException {
    Map<EventKey, List<Long>> sequences = new HashMap<>();
    try (TopicScan bus = new TopicScan(bootstrapServers)) {
      bus.read(
          bus.ends(BusTopics.EVENTS),
          record ->
              sequences
                  .computeIfAbsent(
                      new EventKey(record.topic(), record.key()), key -> new ArrayList<>())
                  .add(sequence(record)));
    }
    return sequences;
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
}
