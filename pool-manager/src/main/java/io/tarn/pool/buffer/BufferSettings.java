package io.tarn.pool.buffer;

/**
 * How forecasts are made.
 *
 * @param lookBackSeconds how much of the past is looked at
 * @param recentSeconds how much of it counts as the last minutes
 * @param everyMillis the time between two looks
 * @param assumedReleaseMillis stands in for the measured time of releases until enough were seen
 * @param confidence with which the forecast is to cover what is asked for, above 0, below 1
 */
public record BufferSettings(
    long lookBackSeconds,
    long recentSeconds,
    long everyMillis,
    long assumedReleaseMillis,
    double confidence) {}
