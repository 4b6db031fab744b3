package io.tarn.trainer.evaluation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import smile.stat.distribution.GaussianDistribution;

/**
 * Mispredictions among some VMs, and how many there may be among others like them.
 *
 * <p>Mispredictions come in groups, so the VMs tell less than their number says. The bound is
 * Wilson's upper one on the number of VMs divided by the design effect: the variance of a ratio
 * estimated over groups (Cochran, Sampling Techniques, 9A.5), in units of that of independent VMs,
 * at least 1.
 */
final class Mispredictions {

  private final double z;
  private final int[] groupOf;
  private final int[] sizes;
  private final int[] wrongIn;
  private final double sizesSquared;
  private long wrong;
  private long wrongSquared;
  private long wrongTimesSize;

  /**
   * None yet.
   *
   * @param vms among which they are
   * @param confidence that the bound holds, from 0.5, below 1
   */
  Mispredictions(List<JudgedVm> vms, double confidence) {
    this.z = GaussianDistribution.getInstance().quantile(confidence);
    Map<String, Integer> numbers = new HashMap<>();
    this.groupOf = new int[vms.size()];
    for (int i = 0; i < groupOf.length; i++) {
      Integer number = numbers.putIfAbsent(vms.get(i).group(), numbers.size());
      groupOf[i] = number == null ? numbers.size() - 1 : number;
    }
    this.sizes = new int[numbers.size()];
    for (int group : groupOf) {
      sizes[group]++;
    }
    this.wrongIn = new int[sizes.length];
    double squares = 0;
    for (int size : sizes) {
      squares += (double) size * size;
    }
    this.sizesSquared = squares;
  }

  /** One VM more is wrong, or one less. */
  void change(int vm, int by) {
    int group = groupOf[vm];
    long before = wrongIn[group];
    wrongIn[group] += by;
    wrong += by;
    wrongSquared += (before + by) * (before + by) - before * before;
    wrongTimesSize += (long) by * sizes[group];
  }

  long count() {
    return wrong;
  }

  /** What share of other VMs is wrong at most, in percent, with the confidence asked for. */
  double upperPercent() {
    double all = groupOf.length;
    double share = wrong / all;
    double n = all / designEffect(share);
    double squared = z * z;
    double spread = z * Math.sqrt(share * (1 - share) / n + squared / (4 * n * n));
    return 100 * (share + squared / (2 * n) + spread) / (1 + squared / n);
  }

  private double designEffect(double share) {
    double independent = groupOf.length * share * (1 - share);
    if (independent == 0) {
      return 1;
    }
    double grouped = wrongSquared - 2 * share * wrongTimesSize + share * share * sizesSquared;
    return Math.max(1, grouped / independent);
  }
}
