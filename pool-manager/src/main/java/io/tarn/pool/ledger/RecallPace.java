package io.tarn.pool.ledger;

/**
 * How often and how soon a slice that its host could not give up is asked for again by itself.
 *
 * @param budget how often, 0 for never
 * @param firstPauseMillis how long after it got stuck; doubles with each try
 * @param longestPauseMillis bound of that pause
 */
public record RecallPace(int budget, long firstPauseMillis, long longestPauseMillis) {}
