package io.tarn.contracts.codec;

import io.tarn.contracts.bus.AgentReport;
import io.tarn.contracts.bus.CounterHistory;
import io.tarn.contracts.bus.History;
import io.tarn.contracts.bus.HistoryKey;
import io.tarn.contracts.bus.HostAccessReport;
import io.tarn.contracts.bus.HostPmuReport;
import io.tarn.contracts.bus.PmuCounter;
import io.tarn.contracts.bus.PmuCounterGroup;
import io.tarn.contracts.bus.PmuCounterValue;
import io.tarn.contracts.bus.ScanMechanism;
import io.tarn.contracts.bus.UntouchedHistory;
import io.tarn.contracts.bus.VmAccessScan;
import io.tarn.contracts.bus.VmPmuSample;
import io.tarn.contracts.bus.VmWindow;
import java.util.List;

/** One good report, window and history of each kind. */
final class Reports {

  static final long NOON = 1_753_012_800_000L;

  private Reports() {}

  static AgentReport.Builder agent() {
    return AgentReport.newBuilder()
        .setHostId("h1")
        .setBootId("b1")
        .setIncarnation(1)
        .setSequence(5)
        .setSentAtMillis(NOON);
  }

  static PmuCounterGroup.Builder group() {
    return PmuCounterGroup.newBuilder()
        .setTimeEnabledNanos(1_000_000_000)
        .setTimeRunningNanos(500_000_000)
        .addCounters(counter(PmuCounter.CYCLES, 3_000_000))
        .addCounters(counter(PmuCounter.INSTRUCTIONS, 2_000_000));
  }

  static PmuCounterValue.Builder counter(PmuCounter counter, long value) {
    return PmuCounterValue.newBuilder().setCounter(counter).setValue(value);
  }

  static VmPmuSample.Builder sample() {
    return VmPmuSample.newBuilder()
        .setVmId("vm1")
        .setTakenAtMillis(NOON)
        .setIntervalMillis(1000)
        .setLocalMib(12_288)
        .setPoolGib(4)
        .setVcpus(4)
        .addGroups(group());
  }

  static HostPmuReport pmu(VmPmuSample.Builder... samples) {
    HostPmuReport.Builder report = HostPmuReport.newBuilder().setAgent(agent());
    List.of(samples).forEach(report::addVms);
    return report.build();
  }

  static VmAccessScan.Builder scan() {
    return VmAccessScan.newBuilder()
        .setVmId("vm1")
        .setTakenAtMillis(NOON)
        .setUptimeMillis(3_600_000)
        .setSizeMib(16_384)
        .setCoveredMib(16_000)
        .setTouchedEverMib(9_000)
        .setTouchedSinceLastScanMib(700)
        .setMechanism(ScanMechanism.PAGE_IDLE)
        .setSinceStart(true);
  }

  static HostAccessReport access(VmAccessScan.Builder... scans) {
    HostAccessReport.Builder report = HostAccessReport.newBuilder().setAgent(agent());
    List.of(scans).forEach(report::addVms);
    return report.build();
  }

  static VmWindow.Builder window() {
    return VmWindow.newBuilder()
        .setHeader(Events.HEADER)
        .setVmId("vm1")
        .setHostId("h1")
        .setStartMillis(NOON)
        .setRevision(1)
        .setSamples(60)
        .setCoveredMillis(60_000)
        .setLocalMib(12_288)
        .setPoolGib(4)
        .setFeatureVersion(1)
        .addFeatures(0.5f)
        .setScan(scan());
  }

  static UntouchedHistory.Builder untouched() {
    return UntouchedHistory.newBuilder().setVms(3).setP05(0).setP25(0.25f).setP50(0.25f).setP75(1);
  }

  static CounterHistory.Builder counters() {
    return CounterHistory.newBuilder().setWindows(10).setFeatureVersion(1).addFeatures(0.5f);
  }

  static History.Builder history(String customer, String vmType, String workload) {
    return History.newBuilder()
        .setHeader(Events.HEADER)
        .setAsOfMillis(NOON)
        .setKey(
            HistoryKey.newBuilder().setCustomer(customer).setVmType(vmType).setWorkload(workload));
  }
}
