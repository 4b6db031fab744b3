package io.tarn.local.invariant;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * What the collector's store holds at one moment.
 *
 * @param offsets how far each partition was taken in; the rest is of what lies before these
 * @param windows closed windows
 * @param memory the newest scan of each VM
 * @param epochs by name, hashes of the bodies of every row
 */
record Stored(
    Map<TopicPartition, Long> offsets,
    Map<WindowKey, WindowFigures> windows,
    Map<String, Scan> memory,
    Map<EpochKey, List<String>> epochs) {

  /** Copies the collections. */
  Stored {
    offsets = Map.copyOf(offsets);
    windows = Map.copyOf(windows);
    memory = Map.copyOf(memory);
    epochs = Map.copyOf(epochs);
  }
}
