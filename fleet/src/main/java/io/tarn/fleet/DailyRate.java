package io.tarn.fleet;

/**
 * How busy a cloud is over the day: a cosine around its mean, lowest at four in the morning and
 * highest at four in the afternoon.
 */
final class DailyRate {

  /** Seconds of a day. */
  static final double DAY_SECONDS = 86_400;

  private static final double SWING = 0.25;
  private static final double LOWEST_AT = 4 * 3600 / DAY_SECONDS;
  private static final int HALVINGS = 50;

  private DailyRate() {}

  /**
   * The moment by which a share of the day's arrivals has come: the inverse of {@link
   * #shareBefore}.
   *
   * @param share 0 to below 1
   * @return seconds, 0 to below 86,400
   */
  static double momentOf(double share) {
    double low = 0;
    double high = 1;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      if (shareBefore(middle) <= share) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low * DAY_SECONDS;
  }

  /** The share of a day's arrivals before a point of it, 0..1. */
  static double shareBefore(double dayShare) {
    double turn = 2 * StrictMath.PI;
    return dayShare
        - SWING
            / turn
            * (StrictMath.sin(turn * (dayShare - LOWEST_AT)) + StrictMath.sin(turn * LOWEST_AT));
  }
}
