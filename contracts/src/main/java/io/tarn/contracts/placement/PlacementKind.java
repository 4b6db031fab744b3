package io.tarn.contracts.placement;

/** How a VM's memory is divided. */
public enum PlacementKind {
  /** All of it is local. */
  ALL_LOCAL,
  /** A part is a CPU-less virtual NUMA node backed by the pool. */
  ZNUMA,
  /** All of it comes from the pool. */
  ALL_POOL;

  /** The kind of a VM with these shares. */
  public static PlacementKind of(long localMiB, int poolGiB) {
    if (poolGiB == 0) {
      return ALL_LOCAL;
    }
    return localMiB == 0 ? ALL_POOL : ZNUMA;
  }
}
