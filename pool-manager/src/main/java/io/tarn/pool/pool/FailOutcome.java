package io.tarn.pool.pool;

/** What becomes of declaring a pool's EMC failed. */
public sealed interface FailOutcome {

  /** It counts as failed, by this call or by an earlier one. */
  record Failed(int incarnation) implements FailOutcome {}

  /** Another EMC serves the pool than the one that was meant. */
  record OtherIncarnation(int incarnation) implements FailOutcome {}

  /** There is no such pool. */
  record NoPool() implements FailOutcome {}
}
