package io.tarn.scheduler.placement.index;

import io.tarn.scheduler.host.HostState;
import io.tarn.scheduler.host.PoolState;
import org.jspecify.annotations.Nullable;

/**
 * What the score of an entry rests on beside what its host has free.
 *
 * @param usableVcpus of the host
 * @param usableMiB of the host
 * @param capacityGiB of the pool; 0: no pool is asked
 * @param level how much of the pool is free, in steps of an eighth, rounded down, 0..8
 */
record Shape(int usableVcpus, long usableMiB, int capacityGiB, int level) {

  private static final int LEVELS = 8;

  static Shape of(HostState host, @Nullable PoolState pool) {
    return pool == null
        ? new Shape(host.usableVcpus(), host.usableLocalMiB(), 0, 0)
        : new Shape(
            host.usableVcpus(),
            host.usableLocalMiB(),
            pool.capacityGiB(),
            level(pool.freeGiB(), pool.capacityGiB()));
  }

  /** The share of a pool that is free, in steps of an eighth, rounded down. */
  static int level(int freeGiB, int capacityGiB) {
    return freeGiB * LEVELS / capacityGiB;
  }

  boolean pooled() {
    return capacityGiB > 0;
  }

  /** Whether a pool with this much free can have so much left. */
  boolean mayHold(int poolGiB) {
    return poolGiB <= capacityGiB && level >= level(poolGiB, capacityGiB);
  }

  /** The share of the pool that would be left free, as the score counts it, 0..1. */
  double balance(int poolGiB) {
    return pooled() ? Math.max(0, (double) level / LEVELS - (double) poolGiB / capacityGiB) : 1;
  }
}
