package io.tarn.contracts.pool;

/**
 * The moment up to which grants may be judged by a list that is taken after it.
 *
 * @param asOfMillis on the manager's clock, milliseconds since 1970
 */
public record AuditClock(long asOfMillis) {}
