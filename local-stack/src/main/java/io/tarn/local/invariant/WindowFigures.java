package io.tarn.local.invariant;

import io.tarn.contracts.bus.PmuCounter;
import io.tarn.contracts.bus.PmuCounterGroup;
import io.tarn.contracts.bus.PmuCounterValue;
import io.tarn.contracts.bus.VmPmuSample;
import java.util.Arrays;

/**
 * What a window says of its samples. Made from a row of the store, or, with code of its own so that
 * it proves something about the collector's, from the samples themselves.
 */
final class WindowFigures {

  /** How many counters there are; the place of one is its number on the bus, less one. */
  static final int COUNTERS = PmuCounter.values().length - 2;

  /** Longest that samples of a minute count as covering, milliseconds. */
  static final int MOST_COVERED_MILLIS = 60_000;

  /** A group that ran for less of the time that it was enabled is left out. */
  static final double LEAST_RUNNING_SHARE = 0.2;

  private long samples;
  private long coveredMillis;
  private final long[] counts;
  private final long[] sums;
  private final long[] least;
  private final long[] most;

  /** Of no samples yet. */
  WindowFigures() {
    this(0, 0, new long[COUNTERS], new long[COUNTERS], new long[COUNTERS], new long[COUNTERS]);
  }

  /** As a row says. */
  WindowFigures(
      long samples, long coveredMillis, long[] counts, long[] sums, long[] least, long[] most) {
    this.samples = samples;
    this.coveredMillis = coveredMillis;
    this.counts = counts.clone();
    this.sums = sums.clone();
    this.least = least.clone();
    this.most = most.clone();
  }

  /** Takes one sample more into account. */
  void add(VmPmuSample sample) {
    samples++;
    coveredMillis = Math.min(MOST_COVERED_MILLIS, coveredMillis + sample.getIntervalMillis());
    for (PmuCounterGroup group : sample.getGroupsList()) {
      long enabled = group.getTimeEnabledNanos();
      long running = group.getTimeRunningNanos();
      if (running > 0 && running >= LEAST_RUNNING_SHARE * enabled) {
        for (PmuCounterValue value : group.getCountersList()) {
          add(value.getCounterValue(), value.getValue(), enabled, running);
        }
      }
    }
  }

  private void add(int counter, long value, long enabled, long running) {
    if (counter > COUNTERS) {
      return;
    }
    int place = counter - 1;
    long scaled = enabled == running ? value : Math.round(value * ((double) enabled / running));
    least[place] = counts[place] == 0 ? scaled : Math.min(least[place], scaled);
    most[place] = Math.max(most[place], scaled);
    long sum = sums[place] + scaled;
    sums[place] = sum < 0 ? Long.MAX_VALUE : sum;
    counts[place]++;
  }

  /** How many samples. */
  long samples() {
    return samples;
  }

  /** What differs in a store that should say the same, for people; empty when nothing does. */
  String difference(WindowFigures stored) {
    StringBuilder text = new StringBuilder();
    differ(text, "samples", samples, stored.samples);
    differ(text, "coveredMillis", coveredMillis, stored.coveredMillis);
    differ(text, "count", counts, stored.counts);
    differ(text, "sum", sums, stored.sums);
    differ(text, "min", least, stored.least);
    differ(text, "max", most, stored.most);
    return text.toString();
  }

  private static void differ(StringBuilder text, String what, long[] sent, long[] stored) {
    if (sent.length != stored.length) {
      differ(text, "counters with " + what, sent.length, stored.length);
      return;
    }
    int place = Arrays.mismatch(sent, stored);
    if (place >= 0) {
      differ(text, what + " of " + PmuCounter.forNumber(place + 1), sent[place], stored[place]);
    }
  }

  private static void differ(StringBuilder text, String what, long sent, long stored) {
    if (sent != stored) {
      text.append(text.isEmpty() ? "" : ", ")
          .append(what)
          .append(' ')
          .append(stored)
          .append(" instead of ")
          .append(sent);
    }
  }
}
