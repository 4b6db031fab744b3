package io.tarn.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.bus.AgentReport;
import io.tarn.contracts.bus.EventHeader;
import io.tarn.contracts.bus.HostPmuReport;
import io.tarn.contracts.bus.PlacementEvent;
import io.tarn.contracts.bus.PmuCounter;
import io.tarn.contracts.bus.PmuCounterGroup;
import io.tarn.contracts.bus.VmAccessScan;
import io.tarn.contracts.bus.VmAllocation;
import io.tarn.contracts.bus.VmDeleted;
import io.tarn.contracts.bus.VmDeleting;
import io.tarn.contracts.bus.VmPlaced;
import io.tarn.contracts.bus.VmPmuSample;
import io.tarn.contracts.bus.VmProfile;
import io.tarn.contracts.bus.VmReady;
import io.tarn.fleet.vm.Scenario;
import java.io.IOException;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The clock is moved to ten times the wall clock; events fall on the moves. */
class ProbesTest {

  private static final long MINUTE = 60_000;
  private static final Sampling EVERY_SECOND = new Sampling(1, 30);

  private final InMemoryTelemetry telemetry = new InMemoryTelemetry();
  private final ManualClock wall = new ManualClock();
  private SteppedClock clock = new SteppedClock(wall, List.of(), null);
  private Probes probes = probes(EVERY_SECOND, Progress.NONE.nextIncarnation());

  @BeforeEach
  void begin() throws IOException {
    moveTo(MINUTE);
  }

  @Test
  void vm_isReadEachSecondOnceItIsReady() throws IOException {
    probes.apply(placed("a", 1, "h1"));
    moveTo(2 * MINUTE);
    assertThat(telemetry.counters).isEmpty();
    probes.apply(ready("a", 2, 2 * MINUTE));
    moveTo(2 * MINUTE + 2_500);
    moveTo(2 * MINUTE + 4_000);
    assertThat(telemetry.samplesOf("a"))
        .extracting(VmPmuSample::getTakenAtMillis)
        .containsExactly(121_000L, 122_000L, 123_000L, 124_000L);
    assertThat(telemetry.counters)
        .extracting(HostPmuReport::getAgent)
        .containsExactly(agent("h1", 1, 1, 122_500), agent("h1", 1, 2, 124_000));
    VmPmuSample first = telemetry.samplesOf("a").get(0);
    assertThat(first.getIntervalMillis()).isEqualTo(1_000);
    assertThat(first.getLocalMib()).isEqualTo(2_048);
    assertThat(first.getPoolGib()).isEqualTo(1);
  }

  @Test
  void groups_showWhatTheirShareOfTheTimeSaw() throws IOException {
    probes.apply(placed("a", 1, "h1"));
    probes.apply(ready("a", 2, MINUTE));
    moveTo(MINUTE + 1_000);
    List<PmuCounterGroup> groups = telemetry.samplesOf("a").get(0).getGroupsList();
    assertThat(groups).hasSize(3);
    assertThat(groups).allMatch(group -> group.getTimeEnabledNanos() == 1_000_000_000L);
    assertThat(groups)
        .extracting(PmuCounterGroup::getTimeRunningNanos)
        .containsExactly(1_000_000_000L, 500_000_000L, 500_000_000L);
    assertThat(groups.get(0).getCountersList()).allMatch(counter -> counter.getValue() == 1_000);
    assertThat(groups.get(1).getCountersList()).allMatch(counter -> counter.getValue() == 500);
    assertThat(groups.stream().flatMap(group -> group.getCountersList().stream()).toList())
        .extracting(counter -> counter.getCounter())
        .doesNotHaveDuplicates()
        .hasSize(13)
        .doesNotContain(PmuCounter.PMU_COUNTER_UNSPECIFIED);
  }

  @Test
  void scans_inTheirIntervalAndAtTheEnd() throws IOException {
    probes.apply(placed("a", 1, "h1"));
    probes.apply(ready("a", 2, MINUTE));
    moveTo(66 * MINUTE);
    probes.apply(deleting("a", 3, 66 * MINUTE));
    moveTo(67 * MINUTE);
    moveTo(200 * MINUTE);
    assertThat(telemetry.scansOf("a"))
        .extracting(VmAccessScan::getUptimeMillis)
        .containsExactly(30 * MINUTE, 60 * MINUTE, 65 * MINUTE);
    assertThat(telemetry.scansOf("a"))
        .extracting(VmAccessScan::getTouchedEverMib)
        .containsExactly(30L, 60L, 65L);
    assertThat(telemetry.scansOf("a"))
        .extracting(VmAccessScan::getTouchedSinceLastScanMib)
        .containsExactly(30L, 30L, 5L);
    assertThat(telemetry.samplesOf("a")).hasSize(65 * 60);
    assertThat(probes.status().vms()).isZero();
  }

  @Test
  void repeats_areDropped() throws IOException {
    probes.apply(placed("a", 1, "h1"));
    probes.apply(ready("a", 2, MINUTE));
    moveTo(MINUTE + 2_000);
    probes.apply(deleting("a", 3, MINUTE + 2_000));
    moveTo(MINUTE + 10_000);
    probes.apply(placed("a", 1, "h1"));
    probes.apply(ready("a", 2, MINUTE));
    probes.apply(deleted("a", 4, MINUTE + 9_000));
    moveTo(MINUTE + 20_000);
    assertThat(telemetry.samplesOf("a")).hasSize(2);
    assertThat(telemetry.scansOf("a")).hasSize(1);
  }

  @Test
  void vm_knownLate_isReadFromItsStart() throws IOException {
    long wall = 20 * MINUTE / 10;
    moveTo(20 * MINUTE);
    moveTo(30 * MINUTE);
    probes.apply(placed("a", 1, "h1"));
    probes.apply(event("a", 2, wall).setReady(VmReady.getDefaultInstance()).build());
    moveTo(31 * MINUTE);
    assertThat(telemetry.samplesOf("a")).hasSize(11 * 60);
  }

  @Test
  void vm_ofAnotherHost_isNotRead() throws IOException {
    probes.apply(placed("a", 1, "elsewhere"));
    probes.apply(ready("a", 2, MINUTE));
    moveTo(5 * MINUTE);
    assertThat(telemetry.counters).isEmpty();
  }

  @Test
  void vmThatMovedBeforeItWasReady_isReadWhereItIs() throws IOException {
    probes.apply(placed("a", 1, "h1"));
    probes.apply(placed("a", 2, "h2"));
    probes.apply(ready("a", 3, MINUTE));
    moveTo(MINUTE + 3_000);
    assertThat(telemetry.counters).hasSize(1);
    assertThat(telemetry.counters.get(0).getAgent().getHostId()).isEqualTo("h2");
  }

  @Test
  void largeReading_isSeveralReports() throws IOException {
    probes.apply(placed("a", 1, "h1"));
    probes.apply(ready("a", 2, MINUTE));
    moveTo(MINUTE + 1_100_000);
    assertThat(telemetry.counters)
        .extracting(HostPmuReport::getVmsCount)
        .containsExactly(500, 500, 100);
    assertThat(telemetry.counters)
        .extracting(report -> report.getAgent().getSequence())
        .containsExactly(1L, 2L, 3L);
  }

  @Test
  void restart_readsNoSecondTwiceAndMissesNone() throws IOException {
    moveTo(MINUTE + 5_000);
    List<PlacementEvent> bus =
        List.of(
            placed("a", 1, "h1"),
            ready("a", 2, MINUTE),
            placed("gone", 1, "h1"),
            ready("gone", 2, MINUTE),
            deleting("gone", 3, MINUTE + 5_000));
    bus.forEach(probes::apply);
    moveTo(MINUTE + 40_000);
    assertThat(telemetry.scansOf("gone")).hasSize(1);

    restart();
    bus.forEach(probes::apply);
    moveTo(MINUTE + 70_000);
    assertThat(telemetry.samplesOf("a"))
        .extracting(VmPmuSample::getTakenAtMillis)
        .containsExactlyElementsOf(
            LongStream.rangeClosed(1, 70).map(s -> MINUTE + 1_000 * s).boxed().toList());
    assertThat(telemetry.samplesOf("gone")).hasSize(5);
    assertThat(telemetry.scansOf("gone")).hasSize(1);
    AgentReport last = telemetry.counters.get(telemetry.counters.size() - 1).getAgent();
    assertThat(last.getIncarnation()).isEqualTo(2);
    assertThat(last.getSequence()).isEqualTo(1);
  }

  @Test
  void vm_knownBeforeTheClockIsMoved_startsWithIt() throws IOException {
    clock = new SteppedClock(wall, List.of(), null);
    probes = probes(EVERY_SECOND, Progress.NONE.nextIncarnation());
    probes.apply(placed("a", 1, "h1"));
    probes.apply(ready("a", 2, MINUTE));
    assertThat(probes.status().vms()).isZero();
    moveTo(10 * MINUTE);
    assertThat(probes.status().vms()).isEqualTo(1);
    moveTo(10 * MINUTE + 2_000);
    assertThat(telemetry.samplesOf("a"))
        .extracting(VmPmuSample::getTakenAtMillis)
        .containsExactly(10 * MINUTE + 1_000, 10 * MINUTE + 2_000);
  }

  @Test
  void letGo_isReadOnByTheWallClock_overARestart() throws IOException {
    List<PlacementEvent> bus = List.of(placed("a", 1, "h1"), ready("a", 2, MINUTE));
    bus.forEach(probes::apply);
    moveTo(MINUTE + 2_000);
    // ten times the wall clock so far; now that catches up
    wall.show(MINUTE + 5_000);
    clock.letGo();
    probes.tick();
    wall.show(MINUTE + 6_000);
    probes.tick();

    restart();
    assertThat(clock.goesByItself()).isTrue();
    bus.forEach(probes::apply);
    probes.apply(placed("b", 1, "h2"));
    probes.apply(event("b", 2, MINUTE + 7_000).setReady(VmReady.getDefaultInstance()).build());
    wall.show(MINUTE + 9_000);
    probes.tick();
    assertThat(telemetry.samplesOf("a"))
        .extracting(VmPmuSample::getTakenAtMillis)
        .containsExactlyElementsOf(
            LongStream.rangeClosed(1, 9).map(s -> MINUTE + 1_000 * s).boxed().toList());
    assertThat(telemetry.samplesOf("b"))
        .extracting(VmPmuSample::getTakenAtMillis)
        .containsExactly(MINUTE + 8_000, MINUTE + 9_000);
  }

  private void restart() {
    Progress progress = telemetry.loadProgress();
    clock = new SteppedClock(wall, progress.steps(), progress.letGoMillis());
    probes = probes(EVERY_SECOND, progress.nextIncarnation());
  }

  private Probes probes(Sampling sampling, Progress progress) {
    Probes made = new Probes(clock, Scenario.S182, telemetry, progress);
    for (String host : List.of("h1", "h2")) {
      made.add(host, () -> "boot-of-" + host, sampling, InMemoryTelemetry.timeTelling(), telemetry);
    }
    return made;
  }

  private void moveTo(long millis) throws IOException {
    wall.show(millis / 10);
    clock.moveTo(millis);
    probes.tick();
  }

  private static AgentReport agent(String host, long incarnation, long sequence, long at) {
    return AgentReport.newBuilder()
        .setHostId(host)
        .setBootId("boot-of-" + host)
        .setIncarnation(incarnation)
        .setSequence(sequence)
        .setSentAtMillis(at)
        .build();
  }

  private static PlacementEvent placed(String vmId, long sequence, String hostId) {
    return event(vmId, sequence, 1)
        .setPlaced(
            VmPlaced.newBuilder()
                .setAllocation(
                    VmAllocation.newBuilder()
                        .setHostId(hostId)
                        .setVcpus(2)
                        .setLocalMib(2_048)
                        .setPoolGib(1)
                        .setPoolId("p")
                        .setGrantId(vmId + ".1")
                        .setAttempt(1))
                .setProfile(VmProfile.newBuilder().setMemoryMib(3_072)))
        .build();
  }

  private static PlacementEvent ready(String vmId, long sequence, long atMillis) {
    return event(vmId, sequence, atMillis / 10).setReady(VmReady.getDefaultInstance()).build();
  }

  private static PlacementEvent deleting(String vmId, long sequence, long atMillis) {
    return event(vmId, sequence, atMillis / 10)
        .setDeleting(VmDeleting.getDefaultInstance())
        .build();
  }

  private static PlacementEvent deleted(String vmId, long sequence, long atMillis) {
    return event(vmId, sequence, atMillis / 10).setDeleted(VmDeleted.getDefaultInstance()).build();
  }

  private static PlacementEvent.Builder event(String vmId, long sequence, long wallMillis) {
    return PlacementEvent.newBuilder()
        .setVmId(vmId)
        .setHeader(EventHeader.newBuilder().setSequence(sequence).setOccurredAtMillis(wallMillis));
  }
}
