package io.tarn.agent.kernel;

/** What came of moving a stretch of a VM's memory. */
public sealed interface MoveResult {

  /** How much was moved, from the beginning. */
  long doneMiB();

  /** It was moved. */
  record Moved(long doneMiB) implements MoveResult {}

  /**
   * What comes next cannot be moved.
   *
   * @param cause why
   */
  record Stuck(long doneMiB, String cause) implements MoveResult {}
}
