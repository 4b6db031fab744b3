package io.tarn.contracts.feature;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;

/**
 * Untouched shares of past VMs, those that have left and were scanned well.
 *
 * @param vms how many VMs, 0 when there is no history
 * @param p05 5th percentile of their shares, 0..1; it and those that follow do not fall
 * @param p25 25th percentile
 * @param p50 median
 * @param p75 75th percentile
 * @param ageMillis how long ago the newest of them left, from 0
 */
public record UntouchedPast(int vms, float p05, float p25, float p50, float p75, long ageMillis) {

  /** No history. */
  public static final UntouchedPast NONE = new UntouchedPast(0, 0, 0, 0, 0, 0);

  /** Checks the ranges. */
  public UntouchedPast {
    Check.range("vms", vms, 0, Integer.MAX_VALUE);
    Check.range("ageMillis", ageMillis, 0, Long.MAX_VALUE);
    rising("p05", p05, 0, 1);
    rising("p25", p25, p05, 1);
    rising("p50", p50, p25, 1);
    rising("p75", p75, p50, 1);
  }

  /** Whether there was any VM. */
  public boolean known() {
    return vms > 0;
  }

  private static void rising(String field, float share, float least, float most) {
    if (!(share >= least && share <= most)) {
      throw new InvalidField(field, Float.toString(share), least + ".." + most);
    }
  }
}
