package io.tarn.pool.slice;

import java.util.ArrayList;
import java.util.List;

/**
 * A slice and what happened to it, in order.
 *
 * @param before the slice before
 * @param records at least one
 */
public record SliceChange(Slice before, List<SliceRecord> records) {

  /** Copies the collection. */
  public SliceChange {
    records = List.copyOf(records);
    if (records.isEmpty()) {
      throw new IllegalArgumentException("slice " + before.key() + " does not change");
    }
  }

  /** The slice after the last record. */
  public Slice after() {
    List<Slice> steps = steps();
    return steps.get(steps.size() - 1);
  }

  /** The slice after each record; every one of them is written, so that the store sees the path. */
  public List<Slice> steps() {
    List<Slice> steps = new ArrayList<>();
    Slice slice = before;
    for (SliceRecord record : records) {
      slice = SliceMachine.apply(slice, record);
      steps.add(slice);
    }
    return steps;
  }
}
