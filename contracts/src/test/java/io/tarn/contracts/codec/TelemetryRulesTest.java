package io.tarn.contracts.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tarn.contracts.bus.AgentReport;
import io.tarn.contracts.bus.HostAccessReport;
import io.tarn.contracts.bus.HostPmuReport;
import io.tarn.contracts.bus.PmuCounter;
import io.tarn.contracts.bus.PmuCounterGroup;
import io.tarn.contracts.bus.PmuCounterValue;
import io.tarn.contracts.bus.ScanMechanism;
import io.tarn.contracts.bus.VmAccessScan;
import io.tarn.contracts.bus.VmPmuSample;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TelemetryRulesTest {

  @Test
  void goodReports_roundTrip() throws UnreadableRecordException {
    HostPmuReport pmu = Reports.pmu(Reports.sample(), Reports.sample().setVmId("vm2"));
    HostAccessReport access = Reports.access(Reports.scan(), Reports.scan().setVmId("vm2"));
    assertThat(BusCodec.HOST_PMU.decode(BusCodec.HOST_PMU.encode(pmu))).isEqualTo(pmu);
    assertThat(BusCodec.HOST_ACCESS.decode(BusCodec.HOST_ACCESS.encode(access))).isEqualTo(access);
    assertThat(BusCodec.HOST_PMU.decode(Reports.pmu().toByteArray()).getVmsCount()).isZero();
  }

  @Test
  void counterOfNewerAgent_isPassedOver() throws UnreadableRecordException {
    PmuCounterValue newer = PmuCounterValue.newBuilder().setCounterValue(900).setValue(-1).build();
    HostPmuReport report = withGroup(Reports.group().addCounters(newer).addCounters(newer));
    assertThat(BusCodec.HOST_PMU.decode(report.toByteArray())).isEqualTo(report);
  }

  static Stream<Arguments> badPmuReports() {
    return Stream.of(
        Arguments.of("host_id", HostPmuReport.getDefaultInstance()),
        badAgent("host_id", Reports.agent().setHostId("h/1")),
        badAgent("boot_id", Reports.agent().clearBootId()),
        badAgent("incarnation", Reports.agent().setIncarnation(0)),
        badAgent("sequence", Reports.agent().setSequence(-1)),
        badAgent("sent_at_millis", Reports.agent().clearSentAtMillis()),
        badSample("vm_id", Reports.sample().clearVmId()),
        badSample("taken_at_millis", Reports.sample().clearTakenAtMillis()),
        badSample("taken_at_millis", Reports.sample().setTakenAtMillis(Reports.NOON + 1)),
        badSample("interval_millis", Reports.sample().setIntervalMillis(0)),
        badSample("interval_millis", Reports.sample().setIntervalMillis(60_001)),
        badSample("local_mib", Reports.sample().setLocalMib(-1)),
        badSample("pool_gib", Reports.sample().setPoolGib(1025)),
        badSample("vcpus", Reports.sample().clearVcpus()),
        badSample("vcpus", Reports.sample().setVcpus(1025)),
        badGroup("time_enabled_nanos", Reports.group().setTimeEnabledNanos(-1)),
        badGroup("time_running_nanos", Reports.group().setTimeRunningNanos(1_000_000_001)),
        badGroup("value", Reports.group().addCounters(Reports.counter(PmuCounter.SLOTS, -1))),
        badGroup(
            "value",
            Reports.group().addCounters(Reports.counter(PmuCounter.SLOTS, (1L << 50) + 1))),
        badGroup("counter", Reports.group().addCounters(Reports.counter(PmuCounter.CYCLES, 1))),
        badGroup("counter", Reports.group().addCounters(PmuCounterValue.getDefaultInstance())),
        Arguments.of("taken_at_millis", Reports.pmu(Reports.sample(), Reports.sample())));
  }

  @ParameterizedTest
  @MethodSource("badPmuReports")
  void badPmuReport_isRefusedByField(String field, HostPmuReport report) {
    assertThatExceptionOfType(UnreadableRecordException.class)
        .isThrownBy(() -> BusCodec.HOST_PMU.decode(report.toByteArray()))
        .withMessageStartingWith("tarn.host.pmu record: " + field + " is ");
  }

  static Stream<Arguments> badAccessReports() {
    return Stream.of(
        Arguments.of("host_id", HostAccessReport.getDefaultInstance()),
        badScan("vm_id", Reports.scan().clearVmId()),
        badScan("taken_at_millis", Reports.scan().setTakenAtMillis(Reports.NOON + 1)),
        badScan("uptime_millis", Reports.scan().setUptimeMillis(-1)),
        badScan("size_mib", Reports.scan().clearSizeMib()),
        badScan("covered_mib", Reports.scan().setCoveredMib(16_385)),
        badScan("touched_ever_mib", Reports.scan().setTouchedEverMib(16_385)),
        badScan("touched_ever_mib", Reports.scan().setTouchedEverMib(-1)),
        badScan("touched_since_last_scan_mib", Reports.scan().setTouchedSinceLastScanMib(16_385)),
        badScan("mechanism", Reports.scan().clearMechanism()),
        badScan("mechanism", Reports.scan().setMechanismValue(99)),
        Arguments.of("taken_at_millis", Reports.access(Reports.scan(), Reports.scan())));
  }

  @ParameterizedTest
  @MethodSource("badAccessReports")
  void badAccessReport_isRefusedByField(String field, HostAccessReport report) {
    assertThatExceptionOfType(UnreadableRecordException.class)
        .isThrownBy(() -> BusCodec.HOST_ACCESS.decode(report.toByteArray()))
        .withMessageStartingWith("tarn.host.access record: " + field + " is ");
  }

  @Test
  void everyMechanismButTheUnknown_isAccepted() throws UnreadableRecordException {
    for (ScanMechanism mechanism :
        new ScanMechanism[] {
          ScanMechanism.PAGE_IDLE, ScanMechanism.DAMON, ScanMechanism.SMAPS, ScanMechanism.SIMULATED
        }) {
      HostAccessReport report = Reports.access(Reports.scan().setMechanism(mechanism));
      assertThat(BusCodec.HOST_ACCESS.decode(report.toByteArray())).isEqualTo(report);
    }
  }

  private static Arguments badAgent(String field, AgentReport.Builder agent) {
    return Arguments.of(field, HostPmuReport.newBuilder().setAgent(agent).build());
  }

  private static Arguments badSample(String field, VmPmuSample.Builder sample) {
    return Arguments.of(field, Reports.pmu(sample));
  }

  private static Arguments badGroup(String field, PmuCounterGroup.Builder group) {
    return Arguments.of(field, withGroup(group));
  }

  private static HostPmuReport withGroup(PmuCounterGroup.Builder group) {
    return Reports.pmu(Reports.sample().clearGroups().addGroups(group));
  }

  private static Arguments badScan(String field, VmAccessScan.Builder scan) {
    return Arguments.of(field, Reports.access(scan));
  }
}
