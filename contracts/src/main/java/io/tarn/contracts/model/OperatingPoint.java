package io.tarn.contracts.model;

import io.tarn.contracts.InvalidField;

/**
 * From where on the two models are acted on.
 *
 * @param probability a VM whose probability of insensitivity is at or above it may live on the pool
 *     whole, 0..2; above 1 means none
 * @param untouchedMargin taken from the predicted untouched share before it is used, -1..1; 1 means
 *     that nothing is left
 */
public record OperatingPoint(float probability, float untouchedMargin) {

  /** All-local for everyone. */
  public static final OperatingPoint NOTHING = new OperatingPoint(2, 1);

  private static final int MIB_PER_GIB = 1024;

  /** Checks the ranges. */
  public OperatingPoint {
    range("probability", probability, 0, 2);
    range("untouchedMargin", untouchedMargin, -1, 1);
  }

  /** Whether a VM with this probability of insensitivity may live on the pool whole. */
  public boolean insensitive(float predicted) {
    return predicted >= probability;
  }

  /**
   * The memory that may live on the pool because it will not be touched: what the margin leaves of
   * the predicted share, rounded down.
   *
   * @param memoryMiB of the VM
   * @param predictedShare as the model says, a share of the memory
   * @return whole GiB, from 0
   */
  public int untouchedGiB(long memoryMiB, float predictedShare) {
    double share = Math.min(1, Math.max(0, (double) predictedShare - untouchedMargin));
    return (int) (share * memoryMiB / MIB_PER_GIB);
  }

  private static void range(String field, float value, float least, float most) {
    if (!(value >= least && value <= most)) {
      throw new InvalidField(field, Float.toString(value), least + ".." + most);
    }
  }
}
