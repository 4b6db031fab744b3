package io.tarn.local.learn;

import io.tarn.cot.balance.Loads;

/**
 * How evenly a front end's look-ups fell on the back ends.
 *
 * @param before while it had no cache
 * @param after with the cache as it is now
 * @param lines of the cache now
 * @param epochs that the collector has heard of
 */
public record CacheBalance(Loads before, Loads after, int lines, int epochs) {}
