package io.tarn.contracts.emc;

import io.tarn.contracts.Check;
import java.util.List;

/**
 * Slices whose last owners' data may still be in them.
 *
 * @param slices by number
 */
public record DirtyView(List<DirtySlice> slices) {

  /** Copies the collection. */
  public DirtyView {
    slices = Check.items("slices", slices);
  }

  /**
   * One of them.
   *
   * @param slice 0..1023
   * @param sinceGeneration the generation of its first owner after it was last erased, from 1
   */
  public record DirtySlice(int slice, long sinceGeneration) {

    /** Checks the ranges. */
    public DirtySlice {
      Check.range("slice", slice, 0, 1023);
      Check.range("sinceGeneration", sinceGeneration, 1, Long.MAX_VALUE);
    }
  }
}
