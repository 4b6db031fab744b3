package io.tarn.scheduler.prediction;

/** What came of opening a pair. */
public sealed interface Opened {

  /**
   * It answers as it did when it was made.
   *
   * @param pair to be closed by whoever holds it
   */
  record Usable(ModelPair pair) implements Opened {}

  /**
   * It must not be used.
   *
   * @param reason one line
   */
  record Unusable(String reason) implements Opened {}
}
