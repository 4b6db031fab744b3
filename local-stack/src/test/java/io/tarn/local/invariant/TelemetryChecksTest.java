package io.tarn.local.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.Topics;
import io.tarn.contracts.bus.AgentReport;
import io.tarn.contracts.bus.BackEndLoad;
import io.tarn.contracts.bus.FrontEndEpoch;
import io.tarn.contracts.bus.HostAccessReport;
import io.tarn.contracts.bus.HostPmuReport;
import io.tarn.contracts.bus.PmuCounter;
import io.tarn.contracts.bus.PmuCounterGroup;
import io.tarn.contracts.bus.PmuCounterValue;
import io.tarn.contracts.bus.ScanMechanism;
import io.tarn.contracts.bus.VmAccessScan;
import io.tarn.contracts.bus.VmPmuSample;
import io.tarn.contracts.model.Hashes;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * What a few hosts and a front end sent, and a store that says it rightly; each test makes one
 * thing wrong and names the check. The minutes begin at 60,000 and 120,000 ms.
 */
class TelemetryChecksTest {

  private static final WindowKey FIRST = new WindowKey("vm", "h", 60_000);
  private static final WindowKey SECOND = new WindowKey("vm", "h", 120_000);
  private static final EpochKey EPOCH_1 = new EpochKey("fe", 7, 1);
  private static final EpochKey EPOCH_2 = new EpochKey("fe", 7, 2);

  private final Sent sent = new Sent();
  private final Map<WindowKey, WindowFigures> windows = new HashMap<>();
  private final Map<String, Scan> memory = new HashMap<>();
  private final Map<EpochKey, List<String>> epochs = new HashMap<>();

  /**
   * The first minute holds 10 and 40 events; the second 8 of half the time, so 16; the last sample
   * only moves the watermark to 180,001.
   */
  TelemetryChecksTest() {
    pmu(1, 1, sample(90_000, 30_000, group(10, 100, 100)));
    pmu(1, 2, sample(120_000, 30_000, group(40, 100, 100)));
    pmu(1, 3, sample(120_001, 1_000, group(8, 100, 50)), sample(150_000, 1_000, group(3, 100, 19)));
    pmu(1, 4, sample(185_001, 1_000, group(5, 100, 100)));
    windows.put(FIRST, figures(2, 60_000, 2, 50, 10, 40));
    windows.put(SECOND, figures(2, 2_000, 1, 16, 16, 16));
    scan(1, "vm", 1_000, 64);
    scan(2, "vm", 2_000, 65);
    memory.put("vm", new Scan("h", 2_000, 1, 128, 128, 65, 0, "SIMULATED", true));
    for (long number = 1; number <= 2; number++) {
      epochs.put(new EpochKey("fe", 7, number), List.of(Hashes.sha256(epoch(number, 100))));
      sent.add(Topics.COT_EPOCHS, epoch(number, 100));
    }
  }

  @Test
  void windows_asSent() {
    assertThat(broken()).isEmpty();
    assertThat(results().get(0).checked()).isEqualTo(2);
  }

  @Test
  void windows_repeatsOnTheBusChangeNothing() {
    pmu(1, 2, sample(120_000, 30_000, group(40, 100, 100)));
    pmu(1, 1, sample(90_000, 30_000, group(10, 100, 100)));
    assertThat(broken()).isEmpty();
  }

  @Test
  void windows_lateReportOfAnotherStartOfTheAgentCounts() {
    pmu(2, 1, sample(100_000, 1_000, group(1, 100, 100)));
    assertThat(broken()).containsExactly("windows-as-sent");
    windows.put(FIRST, figures(3, 60_000, 3, 51, 1, 40));
    assertThat(broken()).isEmpty();
  }

  @Test
  void windows_aSampleIsLost() {
    windows.put(FIRST, figures(1, 30_000, 1, 10, 10, 10));
    assertThat(broken()).containsExactly("windows-as-sent");
    assertThat(results().get(0).examples())
        .containsExactly(
            "vm on h at 1970-01-01T00:01:00Z: samples 1 instead of 2, coveredMillis 30000 instead"
                + " of 60000, count of CYCLES 1 instead of 2, sum of CYCLES 10 instead of 50, max of"
                + " CYCLES 10 instead of 40");
  }

  @Test
  void windows_aRepeatIsCountedTwice() {
    pmu(1, 2, sample(120_000, 30_000, group(40, 100, 100)));
    windows.put(FIRST, figures(3, 60_000, 3, 90, 10, 40));
    assertThat(broken()).containsExactly("windows-as-sent");
  }

  @Test
  void windows_aSumIsWrong() {
    windows.put(SECOND, figures(2, 2_000, 1, 17, 16, 16));
    assertThat(broken()).containsExactly("windows-as-sent");
    windows.put(SECOND, figures(2, 2_000, 1, 16, 16, 16));
    assertThat(broken()).isEmpty();
  }

  @Test
  void windows_oneIsMissing() {
    windows.remove(SECOND);
    assertThat(results().get(0).examples())
        .containsExactly("vm on h at 1970-01-01T00:02:00Z: is not stored, 2 samples were sent");
  }

  @Test
  void windows_oneTooMany() {
    windows.put(new WindowKey("vm", "i", 60_000), figures(1, 1_000, 0, 0, 0, 0));
    assertThat(broken()).containsExactly("windows-as-sent");
  }

  @Test
  void windows_oneClosedTooEarly() {
    windows.put(new WindowKey("vm", "h", 180_000), figures(1, 1_000, 1, 5, 5, 5));
    assertThat(broken()).containsExactly("windows-as-sent");
  }

  @Test
  void windows_closeWhenTheWatermarkHasReachedTheEndOfTheMinute() {
    windows.clear();
    Sent alone = new Sent();
    add(alone, 1, 1, sample(60_001, 1_000));
    add(alone, 1, 2, sample(124_999, 1_000));
    assertThat(alone.windows()).isEmpty();
    add(alone, 1, 3, sample(125_000, 1_000));
    assertThat(alone.windows()).containsOnlyKeys(FIRST);
  }

  @Test
  void windows_reportWithoutVmsClosesByItsSending() {
    Sent alone = new Sent();
    add(alone, 1, 1, sample(120_000, 1_000));
    add(alone, 1, 2);
    assertThat(alone.windows()).containsOnlyKeys(FIRST);
  }

  @Test
  void scans_newestIsNotStored() {
    scan(3, "vm", 3_000, 66);
    assertThat(broken()).containsExactly("scans-as-sent");
  }

  @Test
  void scans_ofAVmThatIsMissingAndOfOneThatNobodyScanned() {
    scan(3, "wm", 3_000, 66);
    memory.put("xm", new Scan("h", 2_000, 1, 128, 128, 65, 0, "SIMULATED", true));
    assertThat(results().get(1).violations()).isEqualTo(2);
  }

  @Test
  void epochs_repeatOnTheBusChangesNothing() {
    sent.add(Topics.COT_EPOCHS, epoch(1, 100));
    assertThat(broken()).isEmpty();
  }

  @Test
  void epochs_oneIsNotStored() {
    epochs.remove(EPOCH_2);
    assertThat(broken()).containsExactly("epochs-as-sent");
  }

  @Test
  void epochs_oneIsStoredTwice() {
    String body = Hashes.sha256(epoch(1, 100));
    epochs.put(EPOCH_1, List.of(body, body));
    assertThat(broken()).containsExactly("epochs-as-sent");
  }

  @Test
  void epochs_oneIsStoredWithAnotherBody() {
    epochs.put(EPOCH_1, List.of(Hashes.sha256(epoch(1, 101))));
    assertThat(broken()).containsExactly("epochs-as-sent");
  }

  @Test
  void epochs_oneIsStoredThatNobodySent() {
    epochs.put(new EpochKey("fe", 7, 3), List.of(Hashes.sha256(epoch(3, 100))));
    assertThat(broken()).containsExactly("epochs-as-sent");
  }

  @Test
  void epochs_gapOnTheBus() {
    epochs.put(new EpochKey("fe", 7, 4), List.of(Hashes.sha256(epoch(4, 100))));
    sent.add(Topics.COT_EPOCHS, epoch(4, 100));
    assertThat(results().get(2).examples())
        .containsExactly(new EpochKey("fe", 7, 3) + " is missing on the bus, which goes on to 4");
  }

  @Test
  void deadLetters_nameTopicAndReason() {
    sent.deadLetter("tarn.host.pmu.dlq", "tarn-reason: vms.size is 5000");
    assertThat(broken()).containsExactly("no-dead-letters");
    assertThat(results().get(3).examples())
        .containsExactly("tarn.host.pmu.dlq: tarn-reason: vms.size is 5000");
  }

  @Test
  void deadLetters_recordThatNobodyCanRead() {
    sent.add(Topics.HOST_PMU, "no report".getBytes(StandardCharsets.UTF_8));
    assertThat(broken()).containsExactly("no-dead-letters");
  }

  private List<String> broken() {
    return results().stream().filter(r -> !r.holds()).map(CheckResult::name).toList();
  }

  private List<CheckResult> results() {
    return new TelemetryChecks(new Stored(Map.of(), windows, memory, epochs), sent).all();
  }

  private void pmu(long incarnation, long sequence, VmPmuSample... samples) {
    add(sent, incarnation, sequence, samples);
  }

  private static void add(Sent to, long incarnation, long sequence, VmPmuSample... samples) {
    to.add(
        Topics.HOST_PMU,
        HostPmuReport.newBuilder()
            .setAgent(agent(incarnation, sequence))
            .addAllVms(List.of(samples))
            .build()
            .toByteArray());
  }

  private void scan(long sequence, String vmId, long takenMillis, long touchedMib) {
    sent.add(
        Topics.HOST_ACCESS,
        HostAccessReport.newBuilder()
            .setAgent(agent(1, sequence))
            .addVms(
                VmAccessScan.newBuilder()
                    .setVmId(vmId)
                    .setTakenAtMillis(takenMillis)
                    .setUptimeMillis(1)
                    .setSizeMib(128)
                    .setCoveredMib(128)
                    .setTouchedEverMib(touchedMib)
                    .setMechanism(ScanMechanism.SIMULATED)
                    .setSinceStart(true))
            .build()
            .toByteArray());
  }

  private static AgentReport agent(long incarnation, long sequence) {
    return AgentReport.newBuilder()
        .setHostId("h")
        .setBootId("b")
        .setIncarnation(incarnation)
        .setSequence(sequence)
        .setSentAtMillis(200_000)
        .build();
  }

  private static VmPmuSample sample(
      long takenMillis, int intervalMillis, PmuCounterGroup... groups) {
    return VmPmuSample.newBuilder()
        .setVmId("vm")
        .setTakenAtMillis(takenMillis)
        .setIntervalMillis(intervalMillis)
        .setVcpus(1)
        .addAllGroups(List.of(groups))
        .build();
  }

  private static PmuCounterGroup group(long cycles, long enabled, long running) {
    return PmuCounterGroup.newBuilder()
        .setTimeEnabledNanos(enabled)
        .setTimeRunningNanos(running)
        .addCounters(PmuCounterValue.newBuilder().setCounter(PmuCounter.CYCLES).setValue(cycles))
        .build();
  }

  private static WindowFigures figures(
      long samples, long coveredMillis, long count, long sum, long least, long most) {
    return new WindowFigures(
        samples, coveredMillis, cycles(count), cycles(sum), cycles(least), cycles(most));
  }

  private static long[] cycles(long value) {
    long[] values = new long[WindowFigures.COUNTERS];
    values[0] = value;
    return values;
  }

  private static byte[] epoch(long number, long accesses) {
    return FrontEndEpoch.newBuilder()
        .setFrontEndId("fe")
        .setIncarnation(7)
        .setEpoch(number)
        .setBeganAtMillis(1)
        .setEndedAtMillis(2)
        .setAccesses(accesses)
        .setTrackedKeys(1)
        .setRing("ketama-160")
        .setTarget(1.1)
        .addBackEnds(BackEndLoad.newBuilder().setBackEndId("b").setRingShare(1))
        .setAction("hold")
        .build()
        .toByteArray();
  }
}
