package io.tarn.scheduler.policy;

import io.tarn.contracts.Check;
import io.tarn.contracts.pool.PoolSpec;
import io.tarn.scheduler.prediction.Prediction;
import org.jspecify.annotations.Nullable;

/**
 * How much of a VM's memory may come from a pool. A ceiling, not an order.
 *
 * @param poolGiB 0..1024; one pool must hold it
 * @param zNumaGiB as a zNUMA node, where the VM does not fit wholly into a pool, 0..poolGiB
 * @param reason why, a stable word such as {@code static-share}
 * @param prediction what it rests on; absent where no model was asked
 */
public record PoolCeiling(
    int poolGiB, int zNumaGiB, String reason, @Nullable Prediction prediction) {

  /** Checks the range. */
  public PoolCeiling {
    Check.range("poolGiB", poolGiB, 0, PoolSpec.MOST_SLICES);
    Check.range("zNumaGiB", zNumaGiB, 0, poolGiB);
  }

  /** A ceiling that no model was asked for; half of it, where all of it does not fit. */
  public PoolCeiling(int poolGiB, String reason) {
    this(poolGiB, poolGiB / 2, reason, null);
  }

  /** Nothing may come from a pool. */
  public static PoolCeiling none(String reason) {
    return new PoolCeiling(0, reason);
  }

  /** Nothing may come from a pool after all; what was predicted is kept. */
  public PoolCeiling withdrawn(String newReason) {
    return new PoolCeiling(0, 0, newReason, prediction);
  }
}
