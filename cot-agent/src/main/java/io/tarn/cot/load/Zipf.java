package io.tarn.cot.load;

import java.util.Arrays;

/**
 * The Zipf distribution over ranks 0..n-1, P(r) proportional to 1 / (r + 1)^s, sampled exactly by
 * inverting its cumulative distribution. (YCSB's scrambled generator is much less skewed than
 * asked.)
 */
public final class Zipf {

  /** Most ranks. */
  public static final int MOST_RANKS = 100_000_000;

  private final double[] cumulative;
  // for each of n equal parts of 0..1 the first rank that its numbers can have
  private final int[] guide;

  private Zipf(double[] cumulative, int[] guide) {
    this.cumulative = cumulative;
    this.guide = guide;
  }

  /**
   * The distribution; takes 12 bytes for each rank.
   *
   * @param ranks 1..100,000,000
   * @param skew s, 0 (uniform) and more, finite
   * @throws IllegalArgumentException when one is out of range
   */
  public static Zipf of(int ranks, double skew) {
    if (ranks < 1 || ranks > MOST_RANKS) {
      throw new IllegalArgumentException("ranks is " + ranks + ", accepted: 1.." + MOST_RANKS);
    }
    if (!(skew >= 0) || Double.isInfinite(skew)) {
      throw new IllegalArgumentException("skew is " + skew + ", accepted: 0 and more");
    }
    double[] cumulative = new double[ranks];
    double sum = 0;
    for (int rank = 0; rank < ranks; rank++) {
      sum += Math.pow(rank + 1, -skew);
      cumulative[rank] = sum;
    }
    for (int rank = 0; rank < ranks; rank++) {
      cumulative[rank] /= sum;
    }
    return new Zipf(cumulative, guide(cumulative));
  }

  private static int[] guide(double[] cumulative) {
    int[] guide = new int[cumulative.length];
    int rank = 0;
    for (int part = 0; part < guide.length; part++) {
      while (cumulative[rank] <= (double) part / guide.length && rank < guide.length - 1) {
        rank++;
      }
      guide[part] = rank;
    }
    return guide;
  }

  /**
   * The rank at which the cumulative distribution first exceeds a number.
   *
   * @param uniform 0 and more, below 1
   */
  public int rank(double uniform) {
    int part = (int) (uniform * guide.length);
    int low = guide[part];
    int high = part + 1 < guide.length ? guide[part + 1] : guide.length - 1;
    int found = Arrays.binarySearch(cumulative, low, high + 1, uniform);
    return Math.min(found >= 0 ? found + 1 : -found - 1, cumulative.length - 1);
  }

  /** How many ranks there are. */
  public int ranks() {
    return cumulative.length;
  }

  /**
   * Share of draws that fall on the first {@code count} ranks: the hit rate of the perfect cache.
   */
  public double shareOfFirst(int count) {
    return count <= 0 ? 0 : cumulative[Math.min(count, cumulative.length) - 1];
  }

  /** Share of draws that fall on a rank. */
  public double share(int rank) {
    return rank == 0 ? cumulative[0] : cumulative[rank] - cumulative[rank - 1];
  }
}
