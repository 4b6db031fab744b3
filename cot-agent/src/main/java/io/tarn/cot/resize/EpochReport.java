package io.tarn.cot.resize;

import io.tarn.cot.balance.Loads;
import io.tarn.cot.cache.CacheEpoch;

/**
 * What the resizer is told about one epoch.
 *
 * @param sufficient false when the epoch ended by time, with too few accesses to judge by
 * @param cache what the cache saw
 * @param loads look-ups sent to each back end
 */
public record EpochReport(boolean sufficient, CacheEpoch cache, Loads loads) {}
