package io.tarn.fleet.latent;

import io.tarn.fleet.vm.AccessScan;
import io.tarn.fleet.vm.CounterSample;
import io.tarn.fleet.vm.MemorySplit;
import io.tarn.fleet.vm.Scenario;

/** A VM with all that is hidden in it. */
public final class LatentVm {

  private final Workload workload;
  private final MemoryUse memory;
  private final Counters counters;
  private final double trafficHabit;

  LatentVm(Workload workload, MemoryUse memory, Counters counters, double trafficHabit) {
    this.workload = workload;
    this.memory = memory;
    this.counters = counters;
    this.trafficHabit = trafficHabit;
  }

  /** The counters of a second of its life, from 0. */
  public CounterSample counters(long second, MemorySplit split) {
    Scenario scenario = split.scenario();
    return counters.at(
        second, poolShare((double) second, split), scenario.extraLatency(), scenario.localNanos());
  }

  /** A scan of the access bits after so many seconds; the one before may be at 0. */
  public AccessScan scan(double seconds, double lastSeconds) {
    return memory.scan(seconds, lastSeconds);
  }

  /** Its slowdown in percent against all-local memory, from 0. */
  public double slowdownPercent(double seconds, MemorySplit split) {
    return 100 * workload.slowdown(split.scenario().extraLatency()) * poolShare(seconds, split);
  }

  /** The share of its accesses that go to the pool, 0..1. */
  public double poolShare(double seconds, MemorySplit split) {
    return PoolTraffic.share(
        memory.touchedMiB(seconds),
        (double) split.localMiB(),
        (double) split.poolMiB(),
        trafficHabit);
  }

  /** Memory touched since its start, in whole pages. */
  public long touchedMiB(double seconds) {
    return memory.touchedPagesMiB(seconds);
  }
}
