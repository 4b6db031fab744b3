package io.tarn.contracts.pool;

/**
 * A host's port on a pool.
 *
 * @param poolId the pool
 * @param hostId the host wired to it
 * @param port the owner number under which the EMC knows the host, 0..63
 */
public record PortView(String poolId, String hostId, int port) {}
