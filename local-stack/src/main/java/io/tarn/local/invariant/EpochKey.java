package io.tarn.local.invariant;

/**
 * Names an epoch.
 *
 * @param frontEndId the front end
 * @param incarnation its start
 * @param epoch its number in it, from 1
 */
record EpochKey(String frontEndId, long incarnation, long epoch) {}
