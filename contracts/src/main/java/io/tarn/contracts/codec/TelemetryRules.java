package io.tarn.contracts.codec;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import io.tarn.contracts.bus.AgentReport;
import io.tarn.contracts.bus.HostAccessReport;
import io.tarn.contracts.bus.HostPmuReport;
import io.tarn.contracts.bus.PmuCounter;
import io.tarn.contracts.bus.PmuCounterGroup;
import io.tarn.contracts.bus.PmuCounterValue;
import io.tarn.contracts.bus.ScanMechanism;
import io.tarn.contracts.bus.VmAccessScan;
import io.tarn.contracts.bus.VmPmuSample;
import io.tarn.contracts.pool.PoolSpec;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;

/** What must hold in an agent's report before anyone counts it. */
final class TelemetryRules {

  private static final int MOST_VMS = 4096;
  private static final int MOST_VCPUS = 1024;
  private static final int MOST_GROUPS = 64;
  private static final int LONGEST_INTERVAL_MILLIS = 60_000;
  private static final long MOST_MIB = 1L << 40;
  // a minute of these still adds up within a long when it is scaled tenfold
  private static final long MOST_COUNTED = 1L << 50;

  private TelemetryRules() {}

  static void check(HostPmuReport report) {
    check(report.getAgent());
    Check.range("vms.size", report.getVmsCount(), 0, MOST_VMS);
    Set<Moment> moments = new HashSet<>();
    for (VmPmuSample sample : report.getVmsList()) {
      check(sample, report.getAgent().getSentAtMillis());
      once(moments, sample.getVmId(), sample.getTakenAtMillis());
    }
  }

  static void check(HostAccessReport report) {
    check(report.getAgent());
    Check.range("vms.size", report.getVmsCount(), 0, MOST_VMS);
    Set<Moment> moments = new HashSet<>();
    for (VmAccessScan scan : report.getVmsList()) {
      check(scan, report.getAgent().getSentAtMillis());
      once(moments, scan.getVmId(), scan.getTakenAtMillis());
    }
  }

  /** A scan, in a report or in a window. */
  static void check(VmAccessScan scan, long latestMillis) {
    Check.id("vm_id", scan.getVmId());
    Check.range("taken_at_millis", scan.getTakenAtMillis(), 1, latestMillis);
    Check.range("uptime_millis", scan.getUptimeMillis(), 0, Check.LATEST_MILLIS);
    Check.range("size_mib", scan.getSizeMib(), 1, MOST_MIB);
    Check.range("covered_mib", scan.getCoveredMib(), 0, scan.getSizeMib());
    Check.range("touched_ever_mib", scan.getTouchedEverMib(), 0, scan.getSizeMib());
    Check.range(
        "touched_since_last_scan_mib", scan.getTouchedSinceLastScanMib(), 0, scan.getSizeMib());
    ScanMechanism mechanism = scan.getMechanism();
    if (mechanism == ScanMechanism.SCAN_MECHANISM_UNSPECIFIED
        || mechanism == ScanMechanism.UNRECOGNIZED) {
      throw new InvalidField(
          "mechanism", "absent or unknown", "a mechanism that this version knows");
    }
  }

  private static void check(AgentReport agent) {
    Check.id("host_id", agent.getHostId());
    Check.id("boot_id", agent.getBootId());
    Check.range("incarnation", agent.getIncarnation(), 1, Long.MAX_VALUE);
    Check.range("sequence", agent.getSequence(), 1, Long.MAX_VALUE);
    Check.range("sent_at_millis", agent.getSentAtMillis(), 1, Check.LATEST_MILLIS);
  }

  private static void check(VmPmuSample sample, long sentAtMillis) {
    Check.id("vm_id", sample.getVmId());
    Check.range("taken_at_millis", sample.getTakenAtMillis(), 1, sentAtMillis);
    Check.range("interval_millis", sample.getIntervalMillis(), 1, LONGEST_INTERVAL_MILLIS);
    Check.range("local_mib", sample.getLocalMib(), 0, MOST_MIB);
    Check.range("pool_gib", sample.getPoolGib(), 0, PoolSpec.MOST_SLICES);
    Check.range("vcpus", sample.getVcpus(), 1, MOST_VCPUS);
    Check.range("groups.size", sample.getGroupsCount(), 0, MOST_GROUPS);
    EnumSet<PmuCounter> seen = EnumSet.noneOf(PmuCounter.class);
    for (PmuCounterGroup group : sample.getGroupsList()) {
      check(group, seen);
    }
  }

  private static void check(PmuCounterGroup group, EnumSet<PmuCounter> seen) {
    Check.range("time_enabled_nanos", group.getTimeEnabledNanos(), 0, Long.MAX_VALUE);
    Check.range("time_running_nanos", group.getTimeRunningNanos(), 0, group.getTimeEnabledNanos());
    for (PmuCounterValue value : group.getCountersList()) {
      PmuCounter counter = value.getCounter();
      if (counter == PmuCounter.UNRECOGNIZED) {
        continue;
      }
      if (counter == PmuCounter.PMU_COUNTER_UNSPECIFIED || !seen.add(counter)) {
        throw new InvalidField("counter", counter.name(), "each counter of a sample once");
      }
      Check.range("value", value.getValue(), 0, MOST_COUNTED);
    }
  }

  private static void once(Set<Moment> moments, String vmId, long takenAtMillis) {
    if (!moments.add(new Moment(vmId, takenAtMillis))) {
      throw new InvalidField(
          "taken_at_millis",
          takenAtMillis + " twice for " + Check.quoted(vmId),
          "each moment of a VM once");
    }
  }

  private record Moment(String vmId, long takenAtMillis) {}
}
