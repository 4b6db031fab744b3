package io.tarn.pool.device;

/** Is told how the drivers of pools fare, for metrics. */
public interface DriverObserver {

  /** A pool is driven by this process from now on. */
  void started(String poolId, PoolStatus status);

  /** Entries were found that are neither as they were nor as they should become. */
  void differed(String poolId, int entries);

  /** The device did not make steps that it was asked for. */
  void undone(String poolId, int steps);

  /** What was read for a leader that leads no more was thrown away. */
  void deposed(String poolId);

  /** The device did not answer. */
  void unreachable(String poolId);

  /** Another device answered than the pool's, or one that serves another pool. */
  void wrongDevice(String poolId);

  /** How a pool's driver stands. */
  interface PoolStatus {

    /** Whether this process holds the pool's lease. */
    boolean leads();

    /** Entries that differ now. */
    int differing();
  }
}
