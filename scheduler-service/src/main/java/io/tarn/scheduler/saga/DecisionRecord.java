package io.tarn.scheduler.saga;

import java.time.Instant;

/**
 * A decision as it was kept.
 *
 * @param attempt the attempt that it led to
 * @param decidedAt when
 * @param body JSON, as written by the version that decided
 */
public record DecisionRecord(int attempt, Instant decidedAt, String body) {}
