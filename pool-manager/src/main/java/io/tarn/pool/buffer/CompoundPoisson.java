package io.tarn.pool.buffer;

import java.util.Map;

/**
 * The sum of sizes that arrive as a Poisson stream: how much is asked for by so many requests, each
 * of a size drawn from a distribution. Computed exactly, by Panjer's recursion (1981): {@code g(0)
 * = exp(-n)}, {@code g(s) = n / s * sum over j of j f(j) g(s - j)}.
 */
final class CompoundPoisson {

  /** Above this many requests {@code exp(-n)} is no normal number any more. */
  private static final double MOST_AT_ONCE = 600;

  private CompoundPoisson() {}

  /**
   * The smallest sum that is not exceeded with a probability.
   *
   * @param requests expected number of requests, 0 or more
   * @param sizes how often each size was seen, sizes from 1
   * @param probability above 0, below 1
   * @param most where to stop looking
   * @return 0..{@code most}; {@code most} also when the sum is greater
   */
  static int quantile(double requests, Map<Integer, Long> sizes, double probability, int most) {
    long seen = sizes.values().stream().mapToLong(Long::longValue).sum();
    if (requests <= 0 || seen == 0) {
      return 0;
    }
    double mean =
        sizes.entrySet().stream().mapToDouble(e -> (double) e.getKey() * e.getValue()).sum() / seen;
    if (requests * mean >= most) {
      return most;
    }
    int parts = (int) Math.ceil(requests / MOST_AT_ONCE);
    double[] part = density(requests / parts, sizes, seen, most);
    double[] sum = part;
    for (int i = 1; i < parts; i++) {
      sum = convolved(sum, part);
    }
    double below = 0;
    for (int s = 0; s < most; s++) {
      below += sum[s];
      if (below >= probability) {
        return s;
      }
    }
    return most;
  }

  private static double[] density(double requests, Map<Integer, Long> sizes, long seen, int most) {
    double[] density = new double[most];
    density[0] = Math.exp(-requests);
    for (int s = 1; s < most; s++) {
      double sum = 0;
      for (Map.Entry<Integer, Long> size : sizes.entrySet()) {
        int j = size.getKey();
        if (j <= s) {
          sum += j * ((double) size.getValue() / seen) * density[s - j];
        }
      }
      density[s] = requests / s * sum;
    }
    return density;
  }

  private static double[] convolved(double[] a, double[] b) {
    double[] sum = new double[a.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; i + j < a.length; j++) {
        sum[i + j] += a[i] * b[j];
      }
    }
    return sum;
  }
}
