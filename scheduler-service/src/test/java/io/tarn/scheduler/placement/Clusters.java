package io.tarn.scheduler.placement;

import io.tarn.contracts.placement.HostSpec;
import io.tarn.contracts.placement.VmRequest;
import io.tarn.scheduler.host.ClusterSnapshot;
import io.tarn.scheduler.host.HostState;
import io.tarn.scheduler.host.PoolState;
import io.tarn.scheduler.policy.PoolCeiling;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Small literal clusters. Memory is given in GiB. */
final class Clusters {

  static final long GIB = 1024;

  private Clusters() {}

  static HostState host(
      String id, int vcpus, long gib, int usedVcpus, long usedGiB, String... pools) {
    return new HostState(
        id,
        new HostSpec(vcpus, gib * GIB, 0, 0, null, List.of(pools), Map.of()),
        false,
        usedVcpus,
        usedGiB * GIB,
        1,
        1);
  }

  static HostState cordoned(HostState host) {
    return new HostState(
        host.hostId(),
        host.spec(),
        true,
        host.usedVcpus(),
        host.usedLocalMiB(),
        host.version(),
        host.revision());
  }

  static HostState labelled(HostState host, Map<String, String> labels) {
    HostSpec spec = host.spec();
    return new HostState(
        host.hostId(),
        new HostSpec(
            spec.vcpus(),
            spec.localMiB(),
            spec.reservedVcpus(),
            spec.reservedMiB(),
            spec.rack(),
            spec.pools(),
            labels),
        host.cordoned(),
        host.usedVcpus(),
        host.usedLocalMiB(),
        host.version(),
        host.revision());
  }

  static PoolState pool(String id, int capacityGiB, int freeGiB, String... hosts) {
    return new PoolState(id, capacityGiB, freeGiB, false, Set.of(hosts));
  }

  static PoolState failed(PoolState pool) {
    return new PoolState(pool.poolId(), pool.capacityGiB(), pool.freeGiB(), true, pool.hosts());
  }

  static ClusterSnapshot cluster(List<HostState> hosts, PoolState... pools) {
    Map<String, PoolState> byName = new TreeMap<>();
    for (PoolState pool : pools) {
      byName.put(pool.poolId(), pool);
    }
    return new ClusterSnapshot(hosts, byName, Duration.ofMillis(20), Duration.ofMillis(30));
  }

  static VmRequest vm(int vcpus, long memoryMiB) {
    return new VmRequest(
        "v", vcpus, memoryMiB, null, null, null, null, null, VmRequest.PoolUse.ALLOWED, Map.of());
  }

  static Question ask(VmRequest request, int ceilingGiB) {
    return new Question(request, "test", new PoolCeiling(ceilingGiB, "for-test"), Tried.nothing());
  }
}
