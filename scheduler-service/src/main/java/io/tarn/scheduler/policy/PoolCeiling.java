package io.tarn.scheduler.policy;

import io.tarn.contracts.Check;
import io.tarn.contracts.pool.PoolSpec;

/**
 * How much of a VM's memory may come from a pool. A ceiling, not an order.
 *
 * @param poolGiB 0..1024; one pool must hold it
 * @param reason why, a stable word such as {@code static-share}
 */
public record PoolCeiling(int poolGiB, String reason) {

  /** Checks the range. */
  public PoolCeiling {
    Check.range("poolGiB", poolGiB, 0, PoolSpec.MOST_SLICES);
  }

  /** Nothing may come from a pool. */
  public static PoolCeiling none(String reason) {
    return new PoolCeiling(0, reason);
  }
}
