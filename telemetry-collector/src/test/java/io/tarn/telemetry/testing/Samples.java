package io.tarn.telemetry.testing;

import io.tarn.contracts.bus.AgentReport;
import io.tarn.contracts.bus.HostPmuReport;
import io.tarn.contracts.bus.PmuCounter;
import io.tarn.contracts.bus.PmuCounterGroup;
import io.tarn.contracts.bus.PmuCounterValue;
import io.tarn.contracts.bus.VmPmuSample;
import java.util.List;
import java.util.stream.Stream;

/** Makes samples and reports. */
public final class Samples {

  /** The counters that there are. */
  public static final List<PmuCounter> COUNTERS =
      Stream.of(PmuCounter.values())
          .filter(c -> c != PmuCounter.UNRECOGNIZED && c != PmuCounter.PMU_COUNTER_UNSPECIFIED)
          .toList();

  private Samples() {}

  /** A sample with every counter; counter n has the value {@code base * n}. */
  public static VmPmuSample.Builder sample(
      String vmId, long takenAtMillis, int intervalMillis, long base) {
    return VmPmuSample.newBuilder()
        .setVmId(vmId)
        .setTakenAtMillis(takenAtMillis)
        .setIntervalMillis(intervalMillis)
        .setLocalMib(4096)
        .setPoolGib(4)
        .setVcpus(4)
        .addGroups(group(base, 1_000_000, 1_000_000));
  }

  /** A group with every counter. */
  public static PmuCounterGroup.Builder group(long base, long enabledNanos, long runningNanos) {
    PmuCounterGroup.Builder group =
        PmuCounterGroup.newBuilder()
            .setTimeEnabledNanos(enabledNanos)
            .setTimeRunningNanos(runningNanos);
    for (PmuCounter counter : COUNTERS) {
      group.addCounters(
          PmuCounterValue.newBuilder().setCounter(counter).setValue(base * counter.getNumber()));
    }
    return group;
  }

  /** A report of the first run of a host's agent. */
  public static HostPmuReport report(String hostId, long sequence, List<VmPmuSample> samples) {
    return report(hostId, "boot-1", 1, sequence, samples);
  }

  /** A report. */
  public static HostPmuReport report(
      String hostId, String bootId, long incarnation, long sequence, List<VmPmuSample> samples) {
    long newest = samples.stream().mapToLong(VmPmuSample::getTakenAtMillis).max().orElse(1_000);
    return HostPmuReport.newBuilder()
        .setAgent(
            AgentReport.newBuilder()
                .setHostId(hostId)
                .setBootId(bootId)
                .setIncarnation(incarnation)
                .setSequence(sequence)
                .setSentAtMillis(newest))
        .addAllVms(samples)
        .build();
  }
}
