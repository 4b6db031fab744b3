package io.tarn.scheduler.prediction;

/** What came of asking for a prediction. */
public sealed interface Forecast {

  /** There is one. */
  record Made(Prediction prediction) implements Forecast {}

  /**
   * There is none that could be trusted.
   *
   * @param reason a stable word, for example {@code no-model}
   */
  record None(String reason) implements Forecast {}
}
