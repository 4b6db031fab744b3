package io.tarn.fleet;

import java.util.random.RandomGenerator;

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

  /** Draws a lifetime in seconds. */
  static double draw(RandomGenerator random) {
    double point = random.nextDouble();
    double first = random.nextDouble();
    double second = random.nextDouble();
    // Box and Muller; StrictMath, so that a seed gives the same day on every JVM
    double normal =
        StrictMath.sqrt(-2 * StrictMath.log(1 - first))
            * StrictMath.cos(2 * StrictMath.PI * second);
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
