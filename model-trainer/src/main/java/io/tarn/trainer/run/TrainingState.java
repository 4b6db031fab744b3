package io.tarn.trainer.run;

/** What came of a training. */
public enum TrainingState {
  /** It is under way. */
  RUNNING,
  /** Its pair serves. */
  PROMOTED,
  /** Its pair may serve and waits to be promoted. */
  CANDIDATE,
  /** Its pair was rejected or is known already; what served still does. */
  KEPT,
  /** There was too little to learn from. */
  TOO_LITTLE_DATA,
  /** It came to nothing: broken data, a bug, cut off. */
  FAILED;

  /** What a one-shot run tells by its exit. */
  public int exitCode() {
    return switch (this) {
      case PROMOTED -> 0;
      case CANDIDATE, KEPT -> 10;
      case TOO_LITTLE_DATA -> 11;
      case RUNNING, FAILED -> 1;
    };
  }
}
