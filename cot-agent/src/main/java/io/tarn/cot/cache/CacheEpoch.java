package io.tarn.cot.cache;

/**
 * What a cache saw in one epoch.
 *
 * @param reads keys asked for
 * @param hits reads served from the cache
 * @param trackedHits reads of keys that were tracked but had no value
 * @param hotTrackedHits those of them that went to the hottest such keys
 * @param hotTrackedKeys how many hottest keys those are: as many as lines, at least 2
 * @param lines size of the cache at the end of the epoch (C)
 * @param trackedKeys keys that can be tracked at the end of the epoch (K)
 */
public record CacheEpoch(
    long reads,
    long hits,
    long trackedHits,
    long hotTrackedHits,
    int hotTrackedKeys,
    int lines,
    int trackedKeys) {}
