package io.tarn.telemetry.window;

import io.tarn.contracts.bus.PmuCounter;
import io.tarn.contracts.bus.PmuCounterGroup;
import io.tarn.contracts.bus.PmuCounterValue;

/**
 * Exact count, sum, minimum and maximum of each counter over a window, scaled to the time that it
 * was enabled and rounded to whole events. The place in each array is the counter's number on the
 * bus, less one. Sums past {@link Long#MAX_VALUE} stay there.
 */
public final class CounterStats {

  /** How many counters there are. */
  public static final int COUNTERS = PmuCounter.values().length - 2;

  private final int[] count = new int[COUNTERS];
  private final long[] sum = new long[COUNTERS];
  private final long[] min = new long[COUNTERS];
  private final long[] max = new long[COUNTERS];

  /** Adds the counters of a group that ran long enough to be believed. */
  void add(PmuCounterGroup group) {
    for (PmuCounterValue value : group.getCountersList()) {
      if (value.getCounter() != PmuCounter.UNRECOGNIZED) {
        add(
            value.getCounter().getNumber() - 1,
            scaled(value.getValue(), group.getTimeEnabledNanos(), group.getTimeRunningNanos()));
      }
    }
  }

  private void add(int place, long value) {
    min[place] = count[place] == 0 ? value : Math.min(min[place], value);
    max[place] = Math.max(max[place], value);
    long total = sum[place] + value;
    sum[place] = total < 0 ? Long.MAX_VALUE : total;
    count[place]++;
  }

  private static long scaled(long value, long enabled, long running) {
    return enabled == running ? value : Math.round(value * ((double) enabled / running));
  }

  /** Samples that had each counter. */
  public int[] count() {
    return count.clone();
  }

  /** Sums. */
  public long[] sum() {
    return sum.clone();
  }

  /** Least values, 0 where there is none. */
  public long[] min() {
    return min.clone();
  }

  /** Greatest values, 0 where there is none. */
  public long[] max() {
    return max.clone();
  }
}
