package io.tarn.fleet.latent;

import io.tarn.contracts.bus.PmuCounter;
import io.tarn.fleet.vm.CounterSample;

/**
 * The counters of a VM, second by second, from what runs in it and where its memory is.
 *
 * <p>Local cycles are split top-down (Yasin, ISPASS'14). Memory on the pool adds stalls to each
 * unit of work: with a slowdown s everything takes 1 + s, the s waiting for memory, and in the same
 * cycles 1 / (1 + s) of the work gets done.
 */
final class Counters {

  private static final double HERTZ = 2.9e9;
  private static final int SLOTS_PER_CYCLE = 4;
  private static final int LINE_BYTES = 64;
  private static final double MOST_MEMORY_BOUND = 0.88;
  private static final double CYCLES_PER_NANO = HERTZ / 1e9;

  private static final int PHASE_SECONDS = 240;
  private static final double PHASE_SPREAD = 0.15;
  private static final double SECOND_SPREAD = 0.10;
  private static final double STEADY_SPREAD = 0.05;
  private static final double OVERLAP_SPREAD = 0.25;

  /**
   * Of cycles that wait for caches, those with a load that missed L1; and of all that do not wait.
   */
  private static final double CACHE_MISSING = 0.7;

  private static final double OTHERWISE_MISSING = 0.25;

  /** Lines that prefetchers fetch in a cycle for each unit of sensitivity through them. */
  private static final double LINES_BEHIND_LATE = 0.014;

  private final Workload workload;
  private final int vcpus;
  private final double utilisation;
  private final double overlap;
  private final Draws draws;

  /**
   * @param vcpus cores of the VM
   * @param draws the VM's
   */
  Counters(Workload workload, int vcpus, Draws draws) {
    this.workload = workload;
    this.vcpus = vcpus;
    this.draws = draws;
    this.utilisation = 0.15 + 0.8 * draws.uniform(-1);
    this.overlap = draws.factor(-2, OVERLAP_SPREAD);
  }

  /**
   * The counters of a second.
   *
   * @param second of the VM's life, from 0
   * @param poolShare share of accesses that go to the pool, 0..1
   * @param extraLatency of the pool, a share of local latency
   * @param localNanos local latency
   */
  CounterSample at(long second, double poolShare, double extraLatency, double localNanos) {
    Draws now = draws.of(second);
    double phase = around1(draws.of(second / PHASE_SECONDS).bell(-3), PHASE_SPREAD);
    double busy = Math.min(1, utilisation * phase * around1(now.bell(0), STEADY_SPREAD));
    double cycles = Math.floor(vcpus * HERTZ * busy);

    double intensity = phase * around1(now.bell(1), SECOND_SPREAD);
    Local local = local(now, intensity);
    Reaction reaction = workload.reaction();
    double added = reaction.sensitivity() * poolShare * extraLatency * intensity;
    double addedByStores = reaction.stores() * added;
    double work = 1 / (1 + added);

    Pipeline pipeline = workload.pipeline();
    double stalled = (local.dram() + added - addedByStores) * work;
    double missing =
        stalled + (CACHE_MISSING * local.caches() + OTHERWISE_MISSING * local.free()) * work;
    double parallelism = Math.max(1, pipeline.parallelism() * around1(now.bell(4), STEADY_SPREAD));
    double lines = local.dram() * pipeline.parallelism() * overlap / (localNanos * CYCLES_PER_NANO);
    double misses = Math.floor(cycles * lines * work);
    double prefetched = Math.floor(cycles * prefetchedLines() * intensity * work);
    double readBytes = LINE_BYTES * (misses + prefetched);
    double slots = cycles * SLOTS_PER_CYCLE;
    return new CounterSample.Builder()
        .set(PmuCounter.CYCLES, cycles)
        .set(
            PmuCounter.INSTRUCTIONS,
            slots * local.retiring() * work * pipeline.instructionsPerSlot())
        .set(PmuCounter.SLOTS, slots)
        .set(PmuCounter.BACKEND_BOUND_SLOTS, slots * (local.memory() + local.core() + added) * work)
        .set(PmuCounter.MEMORY_BOUND_SLOTS, slots * (local.memory() + added) * work)
        .set(PmuCounter.STALLS_L3_MISS_CYCLES, cycles * stalled)
        .set(PmuCounter.BOUND_ON_STORES_CYCLES, cycles * (local.stores() + addedByStores) * work)
        .set(PmuCounter.LLC_LOAD_MISSES, misses)
        .set(PmuCounter.L1D_MISSES_PENDING, cycles * missing * parallelism)
        .set(PmuCounter.L1D_MISS_PENDING_CYCLES, cycles * missing)
        .set(PmuCounter.MEMORY_READ_BYTES, readBytes)
        .set(PmuCounter.MEMORY_WRITE_BYTES, readBytes * pipeline.writeRatio())
        .set(PmuCounter.POOL_LOADS, misses * poolShare)
        .build();
  }

  /** How the slots of this second would be spent with local memory. */
  private Local local(Draws now, double intensity) {
    Reaction reaction = workload.reaction();
    Pipeline pipeline = workload.pipeline();
    double dram = reaction.dramStall() * intensity;
    double stores =
        (pipeline.storeBound() + reaction.throughStores())
            * intensity
            * around1(now.bell(2), SECOND_SPREAD);
    double caches = pipeline.cacheBound() * around1(now.bell(3), SECOND_SPREAD);
    double shrink = Math.min(1, MOST_MEMORY_BOUND / (dram + stores + caches));
    double free = 1 - (dram + stores + caches) * shrink;
    double core = pipeline.coreBound() * free;
    return new Local(
        dram * shrink, stores * shrink, caches * shrink, core, pipeline.retiring() * (free - core));
  }

  private double prefetchedLines() {
    return workload.pipeline().prefetchedLines()
        + LINES_BEHIND_LATE * workload.reaction().throughPrefetches();
  }

  /** A factor of median 1: the exponential's first three terms, good for small spreads. */
  private static double around1(double bell, double spread) {
    double x = bell * spread;
    return 1 + x + x * x / 2;
  }

  /** Shares of the slots: waiting for DRAM, stores, caches, execution units, and retiring. */
  private record Local(double dram, double stores, double caches, double core, double retiring) {
    double memory() {
      return dram + stores + caches;
    }

    double free() {
      return 1 - memory();
    }
  }
}
