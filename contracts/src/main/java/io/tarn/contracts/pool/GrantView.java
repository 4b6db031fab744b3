package io.tarn.contracts.pool;

import java.util.List;

/**
 * A grant as it stands.
 *
 * @param grantId {@code {vmId}.{attempt}}
 * @param vmId the VM
 * @param hostId the host; empty for a grant withdrawn before it arrived
 * @param poolId the pool; empty for a grant withdrawn before it arrived
 * @param sizeGiB its size; 0 for a grant withdrawn before it arrived
 * @param state where it is
 * @param onlineGiB slices that the host has been seen to have online
 * @param slices the slices that it still holds
 */
public record GrantView(
    String grantId,
    String vmId,
    String hostId,
    String poolId,
    int sizeGiB,
    GrantState state,
    int onlineGiB,
    List<Integer> slices) {

  /** Copies the collection. */
  public GrantView {
    slices = List.copyOf(slices);
  }
}
