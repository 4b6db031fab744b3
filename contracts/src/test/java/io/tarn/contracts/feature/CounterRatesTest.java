package io.tarn.contracts.feature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tarn.contracts.InvalidField;
import io.tarn.contracts.bus.PmuCounter;
import io.tarn.contracts.bus.PmuCounterValue;
import io.tarn.contracts.bus.VmPmuSample;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CounterRatesTest {

  @Test
  void of_sample_givesRatesScaledByRunningTime() {
    CounterRates rates = CounterRates.of(Samples.sample(), 4, 0.5);

    assertThat(rates.instructionsPerCycle()).isEqualTo(0.5);
    assertThat(rates.backendBound()).isEqualTo(0.5);
    assertThat(rates.memoryBound()).isEqualTo(0.25);
    // 500,000 read in half the time stand for 1,000,000 of 4,000,000 cycles
    assertThat(rates.dramLatencyBound()).isEqualTo(0.25);
    assertThat(rates.storeBound()).isEqualTo(0.125);
    // 10,000 misses in 2,000,000 instructions
    assertThat(rates.llcMissesPerKiloInstruction()).isEqualTo(5);
    // 16 GB in 2 s on 4 vCPUs
    assertThat(rates.readGbPerSecondPerVcpu()).isEqualTo(2);
    assertThat(rates.writeGbPerSecondPerVcpu()).isEqualTo(0.5);
    assertThat(rates.memoryParallelism()).isEqualTo(3);
    assertThat(rates.poolLoadShare()).isEqualTo(0.2);
    assertThat(rates.poolMemoryShare()).isEqualTo(0.25);
  }

  @Test
  void of_idleVm_givesZeros() {
    VmPmuSample.Builder idle = Samples.sample().toBuilder().setPoolGib(0).setLocalMib(0);
    idle.getGroupsBuilderList()
        .forEach(group -> group.getCountersBuilderList().forEach(counter -> counter.setValue(0)));

    assertThat(CounterRates.of(idle.build(), 4, 0.5)).isEqualTo(Samples.rates(0));
  }

  @Test
  void of_scalingPushesFractionOverOne_isOne() {
    VmPmuSample.Builder sample = Samples.sample().toBuilder();
    sample.getGroupsBuilder(1).getCountersBuilder(0).setValue(2_000_001);

    assertThat(CounterRates.of(sample.build(), 4, 0.5).dramLatencyBound()).isEqualTo(1);
  }

  @Test
  void of_counterOfALaterVersion_isSkipped() {
    VmPmuSample.Builder sample = Samples.sample().toBuilder();
    PmuCounterValue later = PmuCounterValue.newBuilder().setCounterValue(999).setValue(1).build();
    sample.getGroupsBuilder(0).addCounters(later).addCounters(later);

    assertThat(CounterRates.of(sample.build(), 4, 0.5))
        .isEqualTo(CounterRates.of(Samples.sample(), 4, 0.5));
  }

  static Arguments[] refused() {
    return new Arguments[] {
      bad("interval_millis", sample -> sample.setIntervalMillis(0)),
      bad("interval_millis", sample -> sample.setIntervalMillis(60_001)),
      bad("time_enabled_nanos", sample -> sample.getGroupsBuilder(0).setTimeEnabledNanos(0)),
      bad("time_running_nanos", sample -> sample.getGroupsBuilder(0).setTimeRunningNanos(0)),
      bad("time_running_nanos", sample -> sample.getGroupsBuilder(0).setTimeRunningNanos(101)),
      bad("time_running_nanos", sample -> sample.getGroupsBuilder(1).setTimeRunningNanos(49)),
      bad("value", sample -> sample.getGroupsBuilder(1).getCountersBuilder(0).setValue(-1)),
      bad("groups.counters", sample -> sample.getGroupsBuilder(1).removeCounters(0)),
      bad(
          "groups.counters",
          sample -> sample.getGroupsBuilder(1).addCounters(Samples.value(PmuCounter.SLOTS, 1))),
    };
  }

  @ParameterizedTest
  @MethodSource("refused")
  void of_badSample_namesTheField(String field, Consumer<VmPmuSample.Builder> damage) {
    VmPmuSample.Builder sample = Samples.sample().toBuilder();
    damage.accept(sample);

    assertThatExceptionOfType(InvalidField.class)
        .isThrownBy(() -> CounterRates.of(sample.build(), 4, 0.5))
        .satisfies(e -> assertThat(e.field()).isEqualTo(field));
  }

  private static Arguments bad(String field, Consumer<VmPmuSample.Builder> damage) {
    return Arguments.of(field, damage);
  }
}
