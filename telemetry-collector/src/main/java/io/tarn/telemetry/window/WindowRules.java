package io.tarn.telemetry.window;

import io.tarn.contracts.InvalidField;
import io.tarn.contracts.bus.PmuCounterGroup;
import io.tarn.contracts.bus.VmPmuSample;
import io.tarn.contracts.feature.CounterFeatures;
import io.tarn.contracts.feature.CounterRates;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a window is, from its samples alone: neither their order nor how they came makes a
 * difference.
 *
 * @param leastRunningShare a group of counters that ran for less of the time that it was enabled is
 *     not scaled but refused, above 0, at most 1
 * @param leastCoveredMillis a window covered by less is not trusted, 1..60000
 */
public record WindowRules(double leastRunningShare, int leastCoveredMillis) {

  /** The window of the samples of one VM in one minute, at least one. */
  public Window window(String vmId, Minute minute, List<VmPmuSample> samples) {
    CounterStats counters = new CounterStats();
    List<CounterRates> rates = new ArrayList<>();
    long covered = 0;
    long usable = 0;
    long localMib = 0;
    long poolGib = 0;
    boolean multiplexed = false;
    for (VmPmuSample sample : samples) {
      covered += sample.getIntervalMillis();
      localMib += sample.getLocalMib();
      poolGib += sample.getPoolGib();
      multiplexed |= !addBelieved(counters, sample.getGroupsList());
      Optional<CounterRates> rate = rates(sample);
      if (rate.isPresent()) {
        rates.add(rate.get());
        usable += sample.getIntervalMillis();
      }
    }
    Distrust distrust = distrust(covered, usable, multiplexed);
    return new Window(
        vmId,
        minute,
        samples.size(),
        (int) Math.min(Minute.MILLIS, covered),
        (double) localMib / samples.size(),
        (double) poolGib / samples.size(),
        counters,
        distrust,
        distrust == Distrust.NONE ? features(rates) : List.of());
  }

  /** Whether every group was believed. */
  private boolean addBelieved(CounterStats counters, List<PmuCounterGroup> groups) {
    boolean all = true;
    for (PmuCounterGroup group : groups) {
      if (believed(group)) {
        counters.add(group);
      } else {
        all = false;
      }
    }
    return all;
  }

  private boolean believed(PmuCounterGroup group) {
    return group.getTimeRunningNanos() > 0
        && group.getTimeRunningNanos() >= leastRunningShare * group.getTimeEnabledNanos();
  }

  private Optional<CounterRates> rates(VmPmuSample sample) {
    try {
      return Optional.of(CounterRates.of(sample, sample.getVcpus(), leastRunningShare));
    } catch (InvalidField e) {
      return Optional.empty();
    }
  }

  private Distrust distrust(long covered, long usable, boolean multiplexed) {
    if (covered < leastCoveredMillis) {
      return Distrust.THIN;
    }
    if (usable >= leastCoveredMillis) {
      return Distrust.NONE;
    }
    return multiplexed ? Distrust.MULTIPLEXED : Distrust.INCOMPLETE;
  }

  private static List<Float> features(List<CounterRates> rates) {
    List<Float> features = new ArrayList<>();
    for (float feature : CounterFeatures.of(rates)) {
      features.add(feature);
    }
    return features;
  }
}
