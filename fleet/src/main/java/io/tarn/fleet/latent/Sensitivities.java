package io.tarn.fleet.latent;

import io.tarn.fleet.vm.Scenario;

/**
 * How sensitive workloads are. Sensitivity is the slowdown for each local latency added: a workload
 * of 0.3 slows down by 0.3 * 0.82 = 25 % at 182 and by 0.3 * 1.22 = 37 % at 222. The distribution
 * goes through the six published points (Pond, section 3.3), in between it is geometric.
 */
final class Sensitivities {

  private static final double HIGH = 0.5;
  private static final double ABOVE_HIGH = 0.15;
  private static final double LEAST = 0.0004;
  private static final double[] SHARES = {0, 0.23, 0.26, 0.37, 0.43, 0.63, 0.79, 0.94, 1};
  private static final double[] KNOTS = {
    LEAST,
    at(1, Scenario.S222),
    at(1, Scenario.S182),
    at(5, Scenario.S222),
    at(5, Scenario.S182),
    at(25, Scenario.S222),
    at(25, Scenario.S182),
    at(38, Scenario.S182),
    at(51, Scenario.S182)
  };

  private Sensitivities() {}

  /**
   * The sensitivity that a share of the workloads stays below.
   *
   * @param share 0..1
   */
  static double quantile(double share) {
    int upper = 1;
    while (upper < SHARES.length - 1 && SHARES[upper] < share) {
      upper++;
    }
    double part = (share - SHARES[upper - 1]) / (SHARES[upper] - SHARES[upper - 1]);
    return KNOTS[upper - 1] * StrictMath.pow(KNOTS[upper] / KNOTS[upper - 1], part);
  }

  /** A sensitivity that never reaches 0.65: from 0.5 on it rises ever less. */
  static double bounded(double sensitivity) {
    return sensitivity <= HIGH
        ? sensitivity
        : HIGH + ABOVE_HIGH * (1 - StrictMath.exp((HIGH - sensitivity) / ABOVE_HIGH));
  }

  private static double at(double slowdownPercent, Scenario scenario) {
    return slowdownPercent / 100 / scenario.extraLatency();
  }
}
