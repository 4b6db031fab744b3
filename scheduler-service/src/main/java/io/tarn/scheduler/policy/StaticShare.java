package io.tarn.scheduler.policy;

import io.tarn.contracts.Check;
import io.tarn.contracts.placement.VmRequest;
import io.tarn.contracts.pool.PoolSpec;

/**
 * The same share of every VM's memory, rounded down to whole GiB, at the most one pool.
 *
 * @param percent 0..100
 */
record StaticShare(int percent) implements PoolingPolicy {

  static final String PREFIX = "static:";

  private static final int MIB_PER_GIB = 1024;

  StaticShare {
    Check.range("percent", percent, 0, 100);
  }

  @Override
  public String name() {
    return PREFIX + percent;
  }

  @Override
  public PoolCeiling ceiling(VmRequest request) {
    if (request.pool() == VmRequest.PoolUse.NEVER) {
      return PoolCeiling.none("request-forbids-pool");
    }
    long wholeGiB = request.memoryMiB() * percent / 100 / MIB_PER_GIB;
    if (wholeGiB == 0) {
      return PoolCeiling.none("share-below-one-slice");
    }
    return new PoolCeiling((int) Math.min(wholeGiB, PoolSpec.MOST_SLICES), "static-share");
  }
}
