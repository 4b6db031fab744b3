package io.tarn.trainer.registry;

/**
 * Where a pair is: CANDIDATE -> SERVING -> RETIRED -> SERVING ...; REJECTED is an end. The rows
 * hold the same rule ({@code model_pair_moves_legally}).
 */
public enum PairState {
  /** Passed the gate and waits for somebody to promote it. */
  CANDIDATE,
  /** The one that places VMs of its scenario. */
  SERVING,
  /** Served before. */
  RETIRED,
  /** Did not pass the gate. */
  REJECTED
}
