package io.tarn.contracts.pool;

/**
 * When the VM of a grant is known to leave.
 *
 * @param grantId the grant
 * @param leavesAtMillis on the database's clock, milliseconds since 1970
 * @param draining whether the host was told to take offline what the VM does not use
 * @param drainedMiB how much of it is offline, as the host said last
 */
public record DepartureView(
    String grantId, long leavesAtMillis, boolean draining, long drainedMiB) {}
