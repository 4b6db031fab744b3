package io.tarn.cot.balance;

/**
 * The imbalance that chance alone shows: when every look-up falls on back ends exactly by their
 * shares, nine of ten measurements stay at or below the floor.
 *
 * <p>A load of n look-ups on a share p has the relative deviation sqrt((1 - p) / (n p)); that two
 * of m back ends differ by q deviations or more has a chance of at most 0.1 for q = sqrt(2) z, z
 * the normal quantile of 1 - 0.1 / (m (m - 1)) (Bonferroni over pairs). The deviation of the
 * smallest share stands for all.
 */
public final class NoiseFloor {

  private static final double CHANCE = 0.1;

  private NoiseFloor() {}

  /** The floor for as many look-ups as were made; infinite when they say nothing. */
  public static double of(Loads loads) {
    double half = range(loads.each().size()) / 2 * deviation(loads);
    return half < 1 ? (1 + half) / (1 - half) : Double.POSITIVE_INFINITY;
  }

  /**
   * Look-ups from which on the floor is at or below an imbalance.
   *
   * @param imbalance above 1
   */
  public static long lookUpsFor(double imbalance, Loads loads) {
    double half = (imbalance - 1) / (imbalance + 1);
    double deviation = 2 * half / range(loads.each().size());
    double share = loads.smallestShare();
    return (long) Math.ceil((1 - share) / (share * deviation * deviation));
  }

  private static double deviation(Loads loads) {
    double share = loads.smallestShare();
    return Math.sqrt((1 - share) / (loads.lookUps() * share));
  }

  private static double range(int backEnds) {
    int pairs = Math.max(1, backEnds * (backEnds - 1));
    return Math.sqrt(2) * upperQuantile(CHANCE / pairs);
  }

  /** Abramowitz and Stegun 26.2.23, error below 4.5e-4. */
  private static double upperQuantile(double tail) {
    double t = Math.sqrt(-2 * Math.log(tail));
    return t
        - (2.515517 + t * (0.802853 + t * 0.010328))
            / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
  }
}
