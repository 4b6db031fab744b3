package io.tarn.contracts.feature;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import io.tarn.contracts.bus.PmuCounter;
import io.tarn.contracts.bus.PmuCounterGroup;
import io.tarn.contracts.bus.PmuCounterValue;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Counters of one interval, each scaled by the time that its group was enabled over the time that
 * it ran.
 */
public final class ScaledCounters {

  private final Map<PmuCounter, Double> values;

  private ScaledCounters(Map<PmuCounter, Double> values) {
    this.values = values;
  }

  /**
   * Scales the counters of a sample. A counter that this version does not know is skipped.
   *
   * @param groups as the agent read them
   * @param leastRunningShare below this share of running over enabled time a group says too little
   *     to be scaled, above 0, at most 1
   * @throws InvalidField when a group ran longer than it was enabled or less than the least share,
   *     or a counter comes twice
   */
  public static ScaledCounters of(List<PmuCounterGroup> groups, double leastRunningShare) {
    Map<PmuCounter, Double> values = new EnumMap<>(PmuCounter.class);
    for (PmuCounterGroup group : groups) {
      double scale = scale(group, leastRunningShare);
      for (PmuCounterValue counter : group.getCountersList()) {
        add(values, counter, scale);
      }
    }
    return new ScaledCounters(values);
  }

  /**
   * The scaled value, from 0.
   *
   * @throws InvalidField when the sample has no such counter
   */
  public double get(PmuCounter counter) {
    Double value = values.get(counter);
    if (value == null) {
      throw new InvalidField("groups.counters", "without " + counter, "every counter of a rate");
    }
    return value;
  }

  private static double scale(PmuCounterGroup group, double leastRunningShare) {
    long enabled = group.getTimeEnabledNanos();
    long running = group.getTimeRunningNanos();
    Check.range("time_enabled_nanos", enabled, 1, Long.MAX_VALUE);
    Check.range("time_running_nanos", running, 1, enabled);
    if (running < leastRunningShare * enabled) {
      throw new InvalidField(
          "time_running_nanos",
          running + " of " + enabled + " enabled",
          "at least " + leastRunningShare + " of it");
    }
    return (double) enabled / running;
  }

  private static void add(Map<PmuCounter, Double> values, PmuCounterValue counter, double scale) {
    if (counter.getCounter() == PmuCounter.UNRECOGNIZED
        || counter.getCounter() == PmuCounter.PMU_COUNTER_UNSPECIFIED) {
      return;
    }
    Check.range("value", counter.getValue(), 0, Long.MAX_VALUE);
    if (values.put(counter.getCounter(), counter.getValue() * scale) != null) {
      throw new InvalidField("groups.counters", counter.getCounter() + " twice", "each once");
    }
  }
}
