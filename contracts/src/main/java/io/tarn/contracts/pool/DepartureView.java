package io.tarn.contracts.pool;

/**
 * When the VM of a grant is known to leave.
 *
 * @param grantId the grant
 * @param leavesAtMillis on the database's clock, milliseconds since 1970
 */
public record DepartureView(String grantId, long leavesAtMillis) {}
