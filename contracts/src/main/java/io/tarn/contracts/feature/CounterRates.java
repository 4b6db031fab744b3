package io.tarn.contracts.feature;

import static io.tarn.contracts.bus.PmuCounter.BACKEND_BOUND_SLOTS;
import static io.tarn.contracts.bus.PmuCounter.BOUND_ON_STORES_CYCLES;
import static io.tarn.contracts.bus.PmuCounter.CYCLES;
import static io.tarn.contracts.bus.PmuCounter.INSTRUCTIONS;
import static io.tarn.contracts.bus.PmuCounter.L1D_MISSES_PENDING;
import static io.tarn.contracts.bus.PmuCounter.L1D_MISS_PENDING_CYCLES;
import static io.tarn.contracts.bus.PmuCounter.LLC_LOAD_MISSES;
import static io.tarn.contracts.bus.PmuCounter.MEMORY_BOUND_SLOTS;
import static io.tarn.contracts.bus.PmuCounter.MEMORY_READ_BYTES;
import static io.tarn.contracts.bus.PmuCounter.MEMORY_WRITE_BYTES;
import static io.tarn.contracts.bus.PmuCounter.POOL_LOADS;
import static io.tarn.contracts.bus.PmuCounter.SLOTS;
import static io.tarn.contracts.bus.PmuCounter.STALLS_L3_MISS_CYCLES;

import io.tarn.contracts.Check;
import io.tarn.contracts.bus.VmPmuSample;

/**
 * What one sample of a VM says of its use of memory. A rate whose denominator is 0, as of an idle
 * VM, is 0; a fraction that scaling pushed over 1 is 1.
 *
 * @param instructionsPerCycle from 0
 * @param backendBound pipeline slots that wait for the back end, 0..1 of all (top-down level 1)
 * @param memoryBound slots that wait for memory, 0..1 of all (top-down level 2)
 * @param dramLatencyBound cycles stalled with a miss of the last-level cache outstanding, 0..1
 * @param storeBound cycles with a full store buffer and no load waiting, 0..1
 * @param llcMissesPerKiloInstruction loads that missed the last-level cache, per 1000 instructions
 * @param readGbPerSecondPerVcpu read from DRAM of either kind, 10^9 bytes
 * @param writeGbPerSecondPerVcpu written, 10^9 bytes
 * @param memoryParallelism mean number of outstanding L1 data misses while there is one, from 0
 * @param poolLoadShare loads that the pool served, 0..1 of those that missed the last-level cache
 * @param poolMemoryShare memory that was on the pool meanwhile, 0..1
 */
public record CounterRates(
    double instructionsPerCycle,
    double backendBound,
    double memoryBound,
    double dramLatencyBound,
    double storeBound,
    double llcMissesPerKiloInstruction,
    double readGbPerSecondPerVcpu,
    double writeGbPerSecondPerVcpu,
    double memoryParallelism,
    double poolLoadShare,
    double poolMemoryShare) {

  private static final int LONGEST_INTERVAL_MILLIS = 60_000;
  private static final int MOST_VCPUS = 1024;
  private static final double BYTES_PER_MILLI_OF_ONE_GB_PER_SECOND = 1e6;
  private static final int MIB_PER_GIB = 1024;

  /**
   * The rates of a sample.
   *
   * @param sample as it came
   * @param vcpus of the VM, 1..1024
   * @param leastRunningShare see {@link ScaledCounters#of}
   * @throws io.tarn.contracts.InvalidField when interval or vCPUs are out of range, a counter is
   *     missing or comes twice, or a group ran too little
   */
  public static CounterRates of(VmPmuSample sample, int vcpus, double leastRunningShare) {
    Check.range("interval_millis", sample.getIntervalMillis(), 1, LONGEST_INTERVAL_MILLIS);
    Check.range("vcpus", vcpus, 1, MOST_VCPUS);
    ScaledCounters counters = ScaledCounters.of(sample.getGroupsList(), leastRunningShare);
    double cycles = counters.get(CYCLES);
    double instructions = counters.get(INSTRUCTIONS);
    double slots = counters.get(SLOTS);
    double llcMisses = counters.get(LLC_LOAD_MISSES);
    double gbPerSecondPerVcpu =
        BYTES_PER_MILLI_OF_ONE_GB_PER_SECOND * sample.getIntervalMillis() * vcpus;
    double poolMib = (double) sample.getPoolGib() * MIB_PER_GIB;
    return new CounterRates(
        ratio(instructions, cycles),
        fraction(counters.get(BACKEND_BOUND_SLOTS), slots),
        fraction(counters.get(MEMORY_BOUND_SLOTS), slots),
        fraction(counters.get(STALLS_L3_MISS_CYCLES), cycles),
        fraction(counters.get(BOUND_ON_STORES_CYCLES), cycles),
        ratio(llcMisses, instructions) * 1000,
        counters.get(MEMORY_READ_BYTES) / gbPerSecondPerVcpu,
        counters.get(MEMORY_WRITE_BYTES) / gbPerSecondPerVcpu,
        ratio(counters.get(L1D_MISSES_PENDING), counters.get(L1D_MISS_PENDING_CYCLES)),
        fraction(counters.get(POOL_LOADS), llcMisses),
        fraction(poolMib, sample.getLocalMib() + poolMib));
  }

  private static double ratio(double part, double whole) {
    return whole == 0 ? 0 : part / whole;
  }

  private static double fraction(double part, double whole) {
    return Math.min(1, ratio(part, whole));
  }
}
