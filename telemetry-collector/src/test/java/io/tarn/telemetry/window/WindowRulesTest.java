package io.tarn.telemetry.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.bus.PmuCounter;
import io.tarn.contracts.bus.PmuCounterGroup;
import io.tarn.contracts.bus.VmPmuSample;
import io.tarn.contracts.feature.CounterFeatures;
import io.tarn.telemetry.testing.Samples;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowRulesTest {

  private static final WindowRules RULES = new WindowRules(0.2, 30_000);
  private static final Minute MINUTE = new Minute("h1", 600_000);
  private static final int CYCLES = PmuCounter.CYCLES_VALUE - 1;
  private static final int INSTRUCTIONS = PmuCounter.INSTRUCTIONS_VALUE - 1;

  @ParameterizedTest
  @CsvSource({"600001,600000", "600000,540000", "659999,600000", "660000,600000", "660001,660000"})
  void sample_belongsToTheMinuteOfItsLastMillisecond(long takenAt, long start) {
    assertThat(Minute.startOf(takenAt)).isEqualTo(start);
  }

  @Test
  void window_hasExactCountSumLeastAndMost() {
    // cycles are the base, instructions twice the base; the second group ran half of the time
    Window window =
        RULES.window(
            "vm1",
            MINUTE,
            List.of(
                Samples.sample("vm1", 620_000, 20_000, 100).setPoolGib(1).build(),
                Samples.sample("vm1", 640_000, 20_000, 0)
                    .setPoolGib(4)
                    .clearGroups()
                    .addGroups(Samples.group(35, 1_000, 500))
                    .build()));
    assertThat(window.samples()).isEqualTo(2);
    assertThat(window.coveredMillis()).isEqualTo(40_000);
    assertThat(window.localMib()).isEqualTo(4096);
    assertThat(window.poolGib()).isEqualTo(2.5);
    assertThat(window.counters().count()[CYCLES]).isEqualTo(2);
    assertThat(window.counters().sum()[CYCLES]).isEqualTo(170);
    assertThat(window.counters().min()[CYCLES]).isEqualTo(70);
    assertThat(window.counters().max()[CYCLES]).isEqualTo(100);
    assertThat(window.counters().sum()[INSTRUCTIONS]).isEqualTo(340);
    assertThat(window.trusted()).isTrue();
    assertThat(window.features()).hasSize(CounterFeatures.NAMES.size());
    // two instructions per cycle in both samples
    assertThat(window.features().get(CounterFeatures.NAMES.indexOf("instructionsPerCycleMean")))
        .isEqualTo(2f);
  }

  @Test
  void scaledValue_isRoundedToWholeEvents() {
    Window window =
        RULES.window("vm1", MINUTE, List.of(groups(30_000, Samples.group(1, 1_000, 300))));
    // 1 * 10/3 = 3.33 and 2 * 10/3 = 6.67
    assertThat(window.counters().sum()[CYCLES]).isEqualTo(3);
    assertThat(window.counters().sum()[INSTRUCTIONS]).isEqualTo(7);
  }

  @Test
  void thinWindow_isNotTrusted() {
    Window window =
        RULES.window("vm1", MINUTE, List.of(Samples.sample("vm1", 630_000, 29_999, 100).build()));
    assertThat(window.distrust()).isEqualTo(Distrust.THIN);
    assertThat(window.features()).isEmpty();
    assertThat(window.counters().sum()[CYCLES]).isEqualTo(100);
  }

  @Test
  void groupBelowTheFloor_isRefusedAndTold() {
    Window window =
        RULES.window(
            "vm1",
            MINUTE,
            List.of(
                groups(30_000, Samples.group(100, 1_000, 199)),
                Samples.sample("vm1", 660_000, 29_000, 100).build()));
    assertThat(window.distrust()).isEqualTo(Distrust.MULTIPLEXED);
    assertThat(window.counters().count()[CYCLES]).isEqualTo(1);
    assertThat(
            RULES
                .window("vm1", MINUTE, List.of(groups(30_000, Samples.group(100, 1_000, 200))))
                .trusted())
        .isTrue();
  }

  @Test
  void groupThatNeverRan_isRefused() {
    assertThat(
            RULES.window("vm1", MINUTE, List.of(groups(60_000, Samples.group(0, 0, 0)))).distrust())
        .isEqualTo(Distrust.MULTIPLEXED);
  }

  @Test
  void missingCounter_isTold() {
    Window window =
        RULES.window(
            "vm1",
            MINUTE,
            List.of(groups(60_000, Samples.group(100, 1_000, 1_000).removeCounters(3))));
    assertThat(window.distrust()).isEqualTo(Distrust.INCOMPLETE);
  }

  @Test
  void fewBadSamples_leaveTheWindowTrusted() {
    List<VmPmuSample> samples = new ArrayList<>();
    for (int i = 1; i <= 6; i++) {
      samples.add(
          i <= 3
              ? Samples.sample("vm1", 600_000 + i * 10_000, 10_000, 100).build()
              : groups(10_000, Samples.group(100, 1_000, 10)));
    }
    Window window = RULES.window("vm1", MINUTE, samples);
    assertThat(window.trusted()).isTrue();
    assertThat(window.counters().count()[CYCLES]).isEqualTo(3);
  }

  private static VmPmuSample groups(int intervalMillis, PmuCounterGroup.Builder group) {
    return Samples.sample("vm1", 660_000, intervalMillis, 0).clearGroups().addGroups(group).build();
  }
}
