package io.tarn.scheduler.placement;

import io.tarn.contracts.placement.VmRequest;
import io.tarn.scheduler.host.HostState;
import io.tarn.scheduler.host.PoolState;
import org.jspecify.annotations.Nullable;

/**
 * One way to place a VM: a host, an amount of pool memory and the pool that it would come from.
 *
 * @param request the VM
 * @param host the host
 * @param pool {@code null} when no pool memory is wanted or the host has no pool to ask
 * @param poolGiB 0 for all-local
 */
record Candidate(VmRequest request, HostState host, @Nullable PoolState pool, int poolGiB) {

  private static final long MIB_PER_GIB = 1024;

  /** What remains to come from the host. */
  long localMiB() {
    return request.memoryMiB() - poolGiB * MIB_PER_GIB;
  }

  /** The share of the host's usable cores that would be left free, 0..1. */
  double freeVcpuShare() {
    return share(host.freeVcpus() - request.vcpus(), host.usableVcpus());
  }

  /** The share of the host's usable memory that would be left free, 0..1. */
  double freeMemoryShare() {
    return share(host.freeLocalMiB() - localMiB(), host.usableLocalMiB());
  }

  private static double share(long part, long whole) {
    return whole == 0 ? 0 : (double) part / whole;
  }
}
