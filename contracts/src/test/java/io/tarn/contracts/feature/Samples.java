package io.tarn.contracts.feature;

import io.tarn.contracts.bus.PmuCounter;
import io.tarn.contracts.bus.PmuCounterGroup;
import io.tarn.contracts.bus.PmuCounterValue;
import io.tarn.contracts.bus.VmPmuSample;

/** Samples with round numbers. */
final class Samples {

  private Samples() {}

  /** Two seconds of a VM with 3 GiB local and 1 GiB on the pool; the second group ran half. */
  static VmPmuSample sample() {
    return VmPmuSample.newBuilder()
        .setVmId("vm")
        .setTakenAtMillis(2_000)
        .setIntervalMillis(2_000)
        .setLocalMib(3_072)
        .setPoolGib(1)
        .addGroups(
            group(100, 100)
                .addCounters(value(PmuCounter.CYCLES, 4_000_000))
                .addCounters(value(PmuCounter.INSTRUCTIONS, 2_000_000))
                .addCounters(value(PmuCounter.SLOTS, 16_000_000))
                .addCounters(value(PmuCounter.BACKEND_BOUND_SLOTS, 8_000_000))
                .addCounters(value(PmuCounter.MEMORY_BOUND_SLOTS, 4_000_000)))
        .addGroups(
            group(100, 50)
                .addCounters(value(PmuCounter.STALLS_L3_MISS_CYCLES, 500_000))
                .addCounters(value(PmuCounter.BOUND_ON_STORES_CYCLES, 250_000))
                .addCounters(value(PmuCounter.LLC_LOAD_MISSES, 5_000))
                .addCounters(value(PmuCounter.POOL_LOADS, 1_000))
                .addCounters(value(PmuCounter.L1D_MISSES_PENDING, 900_000))
                .addCounters(value(PmuCounter.L1D_MISS_PENDING_CYCLES, 300_000))
                .addCounters(value(PmuCounter.MEMORY_READ_BYTES, 8_000_000_000L))
                .addCounters(value(PmuCounter.MEMORY_WRITE_BYTES, 2_000_000_000L)))
        .build();
  }

  static PmuCounterGroup.Builder group(long enabled, long running) {
    return PmuCounterGroup.newBuilder().setTimeEnabledNanos(enabled).setTimeRunningNanos(running);
  }

  static PmuCounterValue value(PmuCounter counter, long value) {
    return PmuCounterValue.newBuilder().setCounter(counter).setValue(value).build();
  }

  static CounterRates rates(double all) {
    return new CounterRates(all, all, all, all, all, all, all, all, all, all, all);
  }
}
