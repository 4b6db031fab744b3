package io.tarn.contracts.emc;

import io.tarn.contracts.Check;

/**
 * The generation that a slice's entry must have reached at the least.
 *
 * @param slice 0..1023
 * @param atLeast the generation, from 1
 */
public record GenerationFloor(int slice, long atLeast) {

  /** Checks the ranges. */
  public GenerationFloor {
    Check.range("slice", slice, 0, 1023);
    Check.range("atLeast", atLeast, 1, Long.MAX_VALUE - 1);
  }
}
