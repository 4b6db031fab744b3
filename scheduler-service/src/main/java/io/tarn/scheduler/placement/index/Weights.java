package io.tarn.scheduler.placement.index;

/**
 * How much each score counts. The three are:
 *
 * <ul>
 *   <li>{@code memoryPerCore}: 1 - |m - c|, with m and c the shares of the host's usable memory and
 *       cores that would be left free. It keeps both running out together.
 *   <li>{@code bestFit}: 1 - (m + c) / 2. It fills hosts in use before it opens others.
 *   <li>{@code poolBalance}: the share of the pool that would be left free; 1 for all-local.
 * </ul>
 *
 * @param memoryPerCore 0 or more
 * @param bestFit 0 or more
 * @param poolBalance 0 or more; the sum of the three is above 0
 */
public record Weights(double memoryPerCore, double bestFit, double poolBalance) {

  /** Checks the ranges. */
  public Weights {
    boolean fit = memoryPerCore >= 0 && bestFit >= 0 && poolBalance >= 0;
    double sum = memoryPerCore + bestFit + poolBalance;
    if (!fit || !(sum > 0) || Double.isInfinite(sum)) {
      throw new IllegalArgumentException(
          "weights must be 0 or more and not all 0: "
              + memoryPerCore
              + ", "
              + bestFit
              + ", "
              + poolBalance);
    }
  }

  /**
   * The weighted mean.
   *
   * @param freeMemory the share of memory that would be left free, 0..1
   * @param freeVcpus the share of cores that would be left free, 0..1
   * @param balance the share of the pool that would be left free, 0..1
   * @return 0..1
   */
  double score(double freeMemory, double freeVcpus, double balance) {
    double sum =
        memoryPerCore * (1 - Math.abs(freeMemory - freeVcpus))
            + bestFit * (1 - (freeMemory + freeVcpus) / 2)
            + poolBalance * balance;
    return sum / (memoryPerCore + bestFit + poolBalance);
  }

  /** The share of free memory with the highest score: the score falls on either side of it. */
  double peak(double freeVcpus) {
    return memoryPerCore > bestFit / 2 ? freeVcpus : 0;
  }
}
