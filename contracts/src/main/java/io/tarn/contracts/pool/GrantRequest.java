package io.tarn.contracts.pool;

import io.tarn.contracts.Check;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/**
 * Asks for slices of one pool for one VM on one host; all or nothing.
 *
 * @param hostId the host, wired to the pool
 * @param poolId the pool
 * @param sizeGiB slices of 1 GiB, 1..1024
 */
public record GrantRequest(
    String hostId, String poolId, @Min(1) @Max(PoolSpec.MOST_SLICES) int sizeGiB) {

  /** Checks the ranges. */
  public GrantRequest {
    Check.id("hostId", hostId);
    Check.id("poolId", poolId);
    Check.range("sizeGiB", sizeGiB, 1, PoolSpec.MOST_SLICES);
  }
}
