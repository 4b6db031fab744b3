package io.tarn.trainer.dataset;

/** What a row is for. */
public enum Fold {
  /** Both models are fitted on it. */
  FIT,
  /** The operating point is chosen on it. */
  CALIBRATE,
  /** The pair is judged on it. */
  EVALUATE
}
