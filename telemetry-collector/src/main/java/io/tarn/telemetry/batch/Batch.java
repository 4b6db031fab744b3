package io.tarn.telemetry.batch;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Records that count together or not at all.
 *
 * @param moves how far it moves, by partition, in their order
 * @param heard the records, those of a partition in its order
 */
public record Batch(Map<Partition, Move> moves, List<Heard> heard) {

  /** Copies the collections. */
  public Batch {
    moves = Collections.unmodifiableMap(new TreeMap<>(moves));
    heard = List.copyOf(heard);
  }

  /** The records of one kind. */
  public <T extends Heard> List<T> of(Class<T> kind) {
    return heard.stream().filter(kind::isInstance).map(kind::cast).toList();
  }
}
