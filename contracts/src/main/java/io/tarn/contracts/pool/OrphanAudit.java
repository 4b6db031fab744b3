package io.tarn.contracts.pool;

import java.util.List;

/**
 * Grants that are live and that nobody knows.
 *
 * @param asOfMillis grants from then on were not judged
 * @param judged live grants that were
 * @param orphans those that nobody knows, the oldest first
 * @param plan withdraws them, once it is carried out
 */
public record OrphanAudit(long asOfMillis, int judged, List<Orphan> orphans, RepairPlan plan) {

  /** Copies the collection. */
  public OrphanAudit {
    orphans = List.copyOf(orphans);
  }

  /**
   * A grant that nobody knows.
   *
   * @param grantId the grant
   * @param vmId its VM
   * @param hostId its host
   * @param poolId its pool
   * @param sizeGiB its size
   * @param createdAtMillis when it was committed, milliseconds since 1970
   */
  public record Orphan(
      String grantId,
      String vmId,
      String hostId,
      String poolId,
      int sizeGiB,
      long createdAtMillis) {}
}
