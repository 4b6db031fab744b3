package io.tarn.contracts.pool;

/** Where an operation is; one that has ended stays as it is. */
public enum OperationState {
  /** In the host's feed; the host has not said anything of it. */
  PENDING,
  /** The host has begun. */
  RUNNING,
  /** The host has done all of it. */
  DONE,
  /** It cannot be done; the cause says why. */
  FAILED,
  /** Its deadline passed before its end was heard of. */
  EXPIRED,
  /** Called off before it was done. */
  CANCELLED;

  /** Whether it stays as it is. */
  public boolean ended() {
    return this != PENDING && this != RUNNING;
  }
}
