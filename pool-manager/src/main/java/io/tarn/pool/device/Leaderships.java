package io.tarn.pool.device;

/** Gives out the right to try to lead pools. */
public interface Leaderships {

  /** This process's side of the lease of a pool. */
  Leadership of(String poolId);
}
