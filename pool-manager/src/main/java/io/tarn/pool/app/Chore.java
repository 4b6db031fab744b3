package io.tarn.pool.app;

import java.time.Duration;

/**
 * Something that a replica does again and again without being asked.
 *
 * @param what it does, for the log
 * @param pause between two times, above 0
 * @param task what is run
 */
record Chore(String what, Duration pause, Runnable task) {}
