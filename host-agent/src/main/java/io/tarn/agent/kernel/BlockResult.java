package io.tarn.agent.kernel;

/** What came of taking one block offline. */
public sealed interface BlockResult {

  /** The block is offline, or every block was. */
  record Offlined() implements BlockResult {}

  /**
   * The block cannot be taken offline.
   *
   * @param cause {@code pinned}, {@code kernel-page} or {@code huge-page}
   */
  record Stuck(String cause) implements BlockResult {}
}
