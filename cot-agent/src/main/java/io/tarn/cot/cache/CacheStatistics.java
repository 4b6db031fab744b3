package io.tarn.cot.cache;

/**
 * What happened in a cache since it was made.
 *
 * @param reads keys asked for
 * @param hits reads served from the cache
 * @param trackedHits reads of keys that were tracked but had no value
 * @param updates keys written
 * @param invalidations values dropped because they changed elsewhere, and keys told so
 * @param loads calls of loaders that ended
 * @param failedLoads those that threw
 * @param admissions loaded values that were kept
 * @param evictions values that left for a hotter key or for a smaller size
 * @param cachedKeys keys with a value now
 * @param trackedKeys keys tracked now, those with a value among them
 */
public record CacheStatistics(
    long reads,
    long hits,
    long trackedHits,
    long updates,
    long invalidations,
    long loads,
    long failedLoads,
    long admissions,
    long evictions,
    int cachedKeys,
    int trackedKeys) {

  /** Share of reads served from the cache, 0..1; 0 when nothing was read. */
  public double hitRate() {
    return reads == 0 ? 0 : (double) hits / reads;
  }
}
