package io.tarn.fleet.latent;

/**
 * What a workload does with the cores apart from waiting for DRAM.
 *
 * @param cacheBound share of cycles that wait for caches
 * @param storeBound share of cycles with a full store buffer that slow memory does not prolong
 * @param coreBound share of the slots not bound by memory that wait for execution units
 * @param retiring share of the slots not bound by the back end that retire; the rest is lost to
 *     fetching and wrong guesses
 * @param instructionsPerSlot instructions for each retiring slot, below 1
 * @param parallelism misses outstanding at once while there are any, from 1
 * @param prefetchedLines cache lines that prefetchers fetch from DRAM in a cycle
 * @param writeRatio bytes written for each byte read
 */
record Pipeline(
    double cacheBound,
    double storeBound,
    double coreBound,
    double retiring,
    double instructionsPerSlot,
    double parallelism,
    double prefetchedLines,
    double writeRatio) {

  private static final double CACHE_MEDIAN = 0.10;
  private static final double CACHE_SPREAD = 0.75;
  private static final double STORE_MEDIAN = 0.015;
  private static final double PREFETCH_MEDIAN = 0.0006;
  private static final double PREFETCH_SPREAD = 1.1;
  private static final double MOST_CACHE_BOUND = 0.5;
  private static final double MOST_STORE_BOUND = 0.2;

  static Pipeline drawn(Draws draws) {
    return new Pipeline(
        Math.min(MOST_CACHE_BOUND, CACHE_MEDIAN * draws.factor(0, CACHE_SPREAD)),
        Math.min(MOST_STORE_BOUND, STORE_MEDIAN * draws.factor(1, 0.8)),
        0.08 + 0.30 * draws.uniform(2),
        0.55 + 0.35 * draws.uniform(3),
        0.80 + 0.18 * draws.uniform(4),
        1.2 + 5 * draws.uniform(5) * draws.uniform(6),
        PREFETCH_MEDIAN * draws.factor(7, PREFETCH_SPREAD),
        0.05 + 0.6 * draws.uniform(8));
  }

  /** A variation of it, see {@link Reaction#varied}. */
  Pipeline varied(Draws draws, double strength) {
    return new Pipeline(
        Math.min(MOST_CACHE_BOUND, cacheBound * draws.factor(10, 0.35 * strength)),
        Math.min(MOST_STORE_BOUND, storeBound * draws.factor(11, 0.35 * strength)),
        coreBound * draws.factor(12, 0.10 * strength),
        Math.min(0.95, retiring * draws.factor(13, 0.06 * strength)),
        instructionsPerSlot,
        Math.max(1, parallelism * draws.factor(14, 0.20 * strength)),
        prefetchedLines * draws.factor(15, 0.50 * strength),
        Math.min(1, writeRatio * draws.factor(16, 0.25 * strength)));
  }
}
