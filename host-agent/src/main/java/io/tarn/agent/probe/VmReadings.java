package io.tarn.agent.probe;

import io.tarn.contracts.bus.PmuCounter;
import io.tarn.contracts.bus.PmuCounterGroup;
import io.tarn.contracts.bus.PmuCounterValue;
import io.tarn.contracts.bus.ScanMechanism;
import io.tarn.contracts.bus.VmAccessScan;
import io.tarn.contracts.bus.VmPmuSample;
import io.tarn.fleet.vm.AccessScan;
import io.tarn.fleet.vm.CounterSample;
import java.util.List;
import java.util.function.Consumer;

/** Reads one VM from where it was left, in order of time. */
final class VmReadings {

  private static final long SECOND = 1_000;
  private static final double MINUTE = 60_000;
  private static final int MIB_PER_GIB = 1024;

  /** Counters that are always on, and two groups that take turns. */
  private static final List<Group> GROUPS =
      List.of(
          new Group(
              1,
              List.of(
                  PmuCounter.CYCLES,
                  PmuCounter.INSTRUCTIONS,
                  PmuCounter.SLOTS,
                  PmuCounter.BACKEND_BOUND_SLOTS,
                  PmuCounter.MEMORY_BOUND_SLOTS)),
          new Group(
              2,
              List.of(
                  PmuCounter.STALLS_L3_MISS_CYCLES,
                  PmuCounter.BOUND_ON_STORES_CYCLES,
                  PmuCounter.LLC_LOAD_MISSES,
                  PmuCounter.POOL_LOADS)),
          new Group(
              2,
              List.of(
                  PmuCounter.L1D_MISSES_PENDING,
                  PmuCounter.L1D_MISS_PENDING_CYCLES,
                  PmuCounter.MEMORY_READ_BYTES,
                  PmuCounter.MEMORY_WRITE_BYTES)));

  private record Group(int turns, List<PmuCounter> counters) {}

  private final Sampling sampling;
  private final Sensor sensor;
  private RunningVm vm;
  private long nextSecond;
  private long lastScanMillis;
  private boolean finished;

  /**
   * @param vm the VM
   * @param fromMillis what lies before was read by an earlier start of the agent
   */
  VmReadings(RunningVm vm, Sampling sampling, Sensor sensor, long fromMillis) {
    this.vm = vm;
    this.sampling = sampling;
    this.sensor = sensor;
    long before = Math.max(0, fromMillis - vm.startedMillis());
    this.nextSecond = before / SECOND;
    this.lastScanMillis = before - before % sampling.scanMillis();
  }

  RunningVm vm() {
    return vm;
  }

  void end(long atMillis) {
    if (!vm.over()) {
      vm = vm.ended(atMillis);
    }
  }

  /** Whether it has ended and everything of it was read. */
  boolean finished() {
    return finished;
  }

  /** Reads the counters of whole seconds up to a moment. */
  void counters(long nowMillis, Consumer<VmPmuSample> out) {
    long seconds = (Math.min(nowMillis, vm.endedMillis()) - vm.startedMillis()) / SECOND;
    nextSecond = sampling.nextCounted(nextSecond);
    while (nextSecond < seconds) {
      out.accept(sample(nextSecond));
      nextSecond = sampling.nextCounted(nextSecond + 1);
    }
  }

  /** Makes the scans that are due up to a moment; the last one when the VM ends. */
  void scans(long nowMillis, Consumer<VmAccessScan> out) {
    long lived = Math.min(nowMillis, vm.endedMillis()) - vm.startedMillis();
    while (lastScanMillis + sampling.scanMillis() <= lived) {
      scan(lastScanMillis + sampling.scanMillis(), out);
    }
    if (vm.endedMillis() <= nowMillis) {
      if (lived > lastScanMillis) {
        scan(lived, out);
      }
      finished = true;
    }
  }

  private void scan(long livedMillis, Consumer<VmAccessScan> out) {
    AccessScan scan = sensor.scan(livedMillis / MINUTE, lastScanMillis / MINUTE);
    long size = vm.attributes().memoryMiB();
    lastScanMillis = livedMillis;
    out.accept(
        VmAccessScan.newBuilder()
            .setVmId(vm.attributes().vmId())
            .setTakenAtMillis(vm.startedMillis() + livedMillis)
            .setUptimeMillis(livedMillis)
            .setSizeMib(size)
            .setCoveredMib(size)
            .setTouchedEverMib(scan.touchedEverMiB())
            .setTouchedSinceLastScanMib(scan.touchedSinceLastScanMiB())
            .setMechanism(ScanMechanism.SIMULATED)
            .setSinceStart(true)
            .build());
  }

  private VmPmuSample sample(long second) {
    CounterSample counters = sensor.counters(second);
    VmPmuSample.Builder sample =
        VmPmuSample.newBuilder()
            .setVmId(vm.attributes().vmId())
            .setTakenAtMillis(vm.startedMillis() + (second + 1) * SECOND)
            .setIntervalMillis((int) SECOND)
            .setVcpus(vm.attributes().vcpus())
            .setLocalMib(vm.split().localMiB())
            .setPoolGib((int) (vm.split().poolMiB() / MIB_PER_GIB));
    for (Group group : GROUPS) {
      sample.addGroups(read(group, counters));
    }
    return sample.build();
  }

  /** What the kernel reports of a group that had the counters for its share of the time. */
  private static PmuCounterGroup read(Group group, CounterSample counters) {
    long enabledNanos = SECOND * 1_000_000;
    PmuCounterGroup.Builder read =
        PmuCounterGroup.newBuilder()
            .setTimeEnabledNanos(enabledNanos)
            .setTimeRunningNanos(enabledNanos / group.turns());
    for (PmuCounter counter : group.counters()) {
      read.addCounters(
          PmuCounterValue.newBuilder()
              .setCounter(counter)
              .setValue(counters.value(counter) / group.turns()));
    }
    return read.build();
  }
}
