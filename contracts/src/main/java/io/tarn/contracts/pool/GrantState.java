package io.tarn.contracts.pool;

/** Where a grant is. */
public enum GrantState {
  /** Committed; not every slice has been seen online. */
  GRANTED,
  /** Every slice was seen online by its host. */
  ONLINE,
  /** Asked back; some slice is not FREE yet. */
  RELEASING,
  /** Every slice is FREE again. */
  RELEASED,
  /** The EMC failed under it and its memory is gone; RELEASED once its slices are FREE again. */
  LOST,
  /** Withdrawn before it arrived; it never comes to life. */
  WITHDRAWN;

  /** Whether the VM may use memory of it. */
  public boolean live() {
    return this == GRANTED || this == ONLINE;
  }
}
