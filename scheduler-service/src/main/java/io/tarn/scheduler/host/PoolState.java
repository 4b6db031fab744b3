package io.tarn.scheduler.host;

import io.tarn.contracts.Check;
import java.util.Set;

/**
 * A pool as the pool manager last told it, less what this replica has asked for since.
 *
 * @param poolId its name
 * @param capacityGiB all of its slices
 * @param freeGiB slices that can be granted; 0..capacityGiB
 * @param failed whether its EMC counts as failed, so that it gives nothing out
 * @param hosts the hosts that the pool manager has wired to it
 */
public record PoolState(
    String poolId, int capacityGiB, int freeGiB, boolean failed, Set<String> hosts) {

  /** Checks the range, copies the collection. */
  public PoolState {
    Check.range("freeGiB", freeGiB, 0, capacityGiB);
    hosts = Set.copyOf(hosts);
  }

  /** The pool with another amount free, brought into its range. */
  PoolState withFree(int newFreeGiB) {
    int bounded = Math.max(0, Math.min(newFreeGiB, capacityGiB));
    return new PoolState(poolId, capacityGiB, bounded, failed, hosts);
  }
}
