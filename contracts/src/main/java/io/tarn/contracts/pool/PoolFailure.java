package io.tarn.contracts.pool;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The failure of a pool's EMC and everything that it touched.
 *
 * @param poolId the pool
 * @param incarnation of the EMC that failed
 * @param reason as it was declared
 * @param failedAtMillis when it was declared, milliseconds since 1970
 * @param replacedAtMillis when another EMC took its place; absent while none has
 * @param lostGiB slices that are LOST now
 * @param affected the VMs that had memory on it, by grant
 */
public record PoolFailure(
    String poolId,
    int incarnation,
    String reason,
    long failedAtMillis,
    @Nullable Long replacedAtMillis,
    int lostGiB,
    List<AffectedVm> affected) {

  /** Copies the collection. */
  public PoolFailure {
    affected = List.copyOf(affected);
  }

  /** The same failure with the VMs that had memory on the EMC. */
  public PoolFailure with(List<AffectedVm> vms) {
    return new PoolFailure(
        poolId, incarnation, reason, failedAtMillis, replacedAtMillis, lostGiB, vms);
  }

  /**
   * A VM that had memory on the EMC.
   *
   * @param vmId the VM
   * @param grantId the grant that gave it
   * @param hostId the host whose kernel had it
   * @param lostGiB slices that were lost under it
   * @param heldGiB of them, those that the host has not let go of yet
   * @param live whether the VM lived on the grant; {@code false} when it was being given back
   */
  public record AffectedVm(
      String vmId, String grantId, String hostId, int lostGiB, int heldGiB, boolean live) {}
}
