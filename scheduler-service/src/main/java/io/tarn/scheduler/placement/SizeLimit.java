package io.tarn.scheduler.placement;

import io.tarn.contracts.placement.VmRequest;
import io.tarn.contracts.pool.PoolSpec;
import io.tarn.scheduler.host.ClusterSnapshot;
import io.tarn.scheduler.host.HostState;
import io.tarn.scheduler.host.PoolState;
import io.tarn.scheduler.policy.PoolCeiling;
import io.tarn.scheduler.policy.PoolingPolicy;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds out whether a VM is larger than any host could ever hold, were all of it free. */
public final class SizeLimit {

  private static final long MIB_PER_GIB = 1024;

  private final PoolingPolicy policy;
  private final Split split = new FixedSplit();

  /**
   * @param policy says how much of a VM may come from a pool
   */
  public SizeLimit(PoolingPolicy policy) {
    this.policy = policy;
  }

  /**
   * A field of a request that no host can meet.
   *
   * @param field {@code vcpus} or {@code memoryMiB}
   * @param asked what was asked for
   * @param most the most that some host could hold
   */
  public record TooLarge(String field, long asked, long most) {}

  /** What is too large, if anything is. Without hosts nothing is: some may come. */
  public Optional<TooLarge> check(VmRequest request, ClusterSnapshot snapshot) {
    List<HostState> hosts = snapshot.hosts();
    if (hosts.isEmpty()) {
      return Optional.empty();
    }
    int mostVcpus = hosts.stream().mapToInt(HostState::usableVcpus).max().orElseThrow();
    if (request.vcpus() > mostVcpus) {
      return Optional.of(new TooLarge("vcpus", request.vcpus(), mostVcpus));
    }
    // a fleet has many hosts and few shapes, and a ceiling may be dear
    Set<Shape> shapes =
        hosts.stream()
            .map(host -> new Shape(host.usableLocalMiB(), largestPool(host, snapshot)))
            .collect(Collectors.toSet());
    PoolCeiling ceiling = policy.ceiling(request);
    if (shapes.stream().anyMatch(shape -> holds(shape, request, ceiling))) {
      return Optional.empty();
    }
    long mostMemory =
        shapes.stream().mapToLong(shape -> mostMemory(shape, request, ceiling)).max().orElseThrow();
    return Optional.of(new TooLarge("memoryMiB", request.memoryMiB(), mostMemory));
  }

  /** What of a host bounds the memory of a VM. */
  private record Shape(long localMiB, int largestPoolGiB) {}

  private boolean holds(Shape shape, VmRequest request, PoolCeiling ceiling) {
    return split.amounts(request, ceiling).stream()
        .filter(poolGiB -> poolGiB <= shape.largestPoolGiB())
        .anyMatch(poolGiB -> request.memoryMiB() - poolGiB * MIB_PER_GIB <= shape.localMiB());
  }

  /** The most memory of a VM like this one; the more it has, the more may be in the pool. */
  private long mostMemory(Shape shape, VmRequest request, PoolCeiling ceiling) {
    int poolGiB = Math.min(ceiling.poolGiB(), shape.largestPoolGiB());
    for (int tried = poolGiB; tried > 0; tried--) {
      VmRequest smaller = sized(request, shape.localMiB() + tried * MIB_PER_GIB);
      if (holds(shape, smaller, policy.ceiling(smaller))) {
        return smaller.memoryMiB();
      }
    }
    return shape.localMiB();
  }

  /** A pool that was never seen may be as large as a pool can be. */
  private static int largestPool(HostState host, ClusterSnapshot snapshot) {
    if (host.pools().isEmpty()) {
      return 0;
    }
    List<PoolState> known =
        host.pools().stream().map(snapshot.pools()::get).filter(Objects::nonNull).toList();
    return known.size() < host.pools().size()
        ? PoolSpec.MOST_SLICES
        : known.stream().mapToInt(PoolState::capacityGiB).max().orElse(0);
  }

  private static VmRequest sized(VmRequest request, long memoryMiB) {
    return new VmRequest(
        request.vmId(),
        request.vcpus(),
        memoryMiB,
        request.customer(),
        request.vmType(),
        request.guestOs(),
        request.region(),
        request.workload(),
        request.pool(),
        request.labels());
  }
}
