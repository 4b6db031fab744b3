package io.tarn.contracts.pool;

import io.tarn.contracts.Check;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/**
 * One slice at one generation of its EMC's table.
 *
 * @param slice its number within the pool, 0..1023
 * @param generation the generation at which the host owns it, from 1
 */
public record SliceRef(
    @Min(0) @Max(PoolSpec.MOST_SLICES - 1) int slice,
    @Min(1) @Max(Long.MAX_VALUE) long generation) {

  /** Checks the ranges. */
  public SliceRef {
    Check.range("slice", slice, 0, PoolSpec.MOST_SLICES - 1);
    Check.range("generation", generation, 1, Long.MAX_VALUE);
  }
}
