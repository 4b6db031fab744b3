package io.tarn.pool.ledger;

import io.tarn.contracts.GrantId;

/**
 * A VM that is known to leave.
 *
 * @param id the grant that it lives on
 * @param leavesAtMillis when, on the database's clock, milliseconds since 1970
 * @param drainTold whether its host was told to take offline what it does not use
 * @param drainedMiB how much of it is offline, as the host said last
 * @param atOnce whether it is drained however late it leaves, since free slices are low
 */
public record Departure(
    GrantId id, long leavesAtMillis, boolean drainTold, long drainedMiB, boolean atOnce) {}
