package io.tarn.scheduler.placement;

import org.jspecify.annotations.Nullable;

/**
 * Where a VM's memory and cores are.
 *
 * @param hostId the host
 * @param localMiB from the host
 * @param poolGiB from the pool
 * @param poolId {@code null} when {@code poolGiB} is 0
 */
public record Place(String hostId, long localMiB, int poolGiB, @Nullable String poolId) {

  /** Checks that a pool is named if, and only if, it is used. */
  public Place {
    if (poolGiB > 0 != (poolId != null)) {
      throw new IllegalArgumentException(poolGiB + " GiB of pool " + poolId);
    }
  }

  /** Whether some memory comes from a pool. */
  public boolean pooled() {
    return poolGiB > 0;
  }
}
