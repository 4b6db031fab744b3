package io.tarn.scheduler.placement;

/** How much one candidate is preferred. */
interface Score {

  /** Its name in a decision's record. */
  String name();

  /**
   * Scores a candidate.
   *
   * @param candidate meets every constraint
   * @return 0 (worst) to 1 (best)
   */
  double of(Candidate candidate);
}
