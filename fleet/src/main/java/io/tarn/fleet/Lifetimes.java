package io.tarn.fleet;

/**
 * How long VMs live: a mixture of three lognormals, fitted by hand to the published quantiles of
 * Azure in 2017 (Cortez et al., SOSP'17): half are gone after 25 minutes, 98 % within a day, and
 * yet the mean is three hours, because the rest stay for days.
 */
final class Lifetimes {

  /** Nobody is drawn to stay longer than 30 days. */
  static final double LONGEST_SECONDS = 30 * 86_400.0;

  private static final double SHORTEST_SECONDS = 1;
  private static final Part BATCH = new Part(0.50, 1_062, 0.64);
  private static final Part ANY = new Part(0.29, 611, 2.49);
  private static final Part SERVICE = new Part(0.21, 15_086, 1.235);

  private Lifetimes() {}

  /**
   * A lifetime in seconds.
   *
   * @param point which part of the mixture, 0 to below 1
   * @param normal where within it, a standard normal number
   */
  static double at(double point, double normal) {
    double seconds = part(point).at(normal);
    return Math.min(LONGEST_SECONDS, Math.max(SHORTEST_SECONDS, seconds));
  }

  private static Part part(double point) {
    if (point < BATCH.weight()) {
      return BATCH;
    }
    return point < BATCH.weight() + ANY.weight() ? ANY : SERVICE;
  }

  private record Part(double weight, double medianSeconds, double sigma) {
    double at(double normal) {
      return medianSeconds * StrictMath.exp(sigma * normal);
    }
  }
}
