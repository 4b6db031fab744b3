package io.tarn.trainer.registry;

/** What came of asking for another pair to serve. */
public sealed interface Change {

  /**
   * It serves.
   *
   * @param pairId which
   */
  record Serves(String pairId) implements Change {}

  /**
   * There is no such pair.
   *
   * @param pairId which
   */
  record Unknown(String pairId) implements Change {}

  /**
   * What served still does.
   *
   * @param reason one line
   */
  record Refused(String reason) implements Change {}
}
