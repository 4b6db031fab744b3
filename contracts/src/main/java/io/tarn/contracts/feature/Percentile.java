package io.tarn.contracts.feature;

/** Percentiles by nearest rank: always one of the values, the same in every process. */
public final class Percentile {

  private Percentile() {}

  /**
   * The smallest value that at least {@code percent} percent of the values do not exceed.
   *
   * @param ascending the values in rising order, at least one
   * @param percent 1..100
   */
  public static double nearestRank(double[] ascending, int percent) {
    if (ascending.length == 0 || percent < 1 || percent > 100) {
      throw new IllegalArgumentException(
          "percentile " + percent + " of " + ascending.length + " values");
    }
    int rank = (int) (((long) ascending.length * percent + 99) / 100);
    return ascending[rank - 1];
  }
}
