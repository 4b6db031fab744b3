package io.tarn.scheduler.placement;

import static io.tarn.scheduler.placement.Clusters.GIB;
import static io.tarn.scheduler.placement.Clusters.cluster;
import static io.tarn.scheduler.placement.Clusters.host;
import static io.tarn.scheduler.placement.Clusters.pool;
import static io.tarn.scheduler.placement.Clusters.vm;
import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.placement.VmRequest;
import io.tarn.scheduler.host.ClusterSnapshot;
import io.tarn.scheduler.placement.SizeLimit.TooLarge;
import io.tarn.scheduler.policy.PoolCeiling;
import io.tarn.scheduler.policy.PoolingPolicy;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SizeLimitTest {

  // both hosts are full: how full a host is does not matter here
  private static final ClusterSnapshot CLUSTER =
      cluster(
          List.of(host("a", 32, 64, 32, 64, "p"), host("b", 48, 32, 48, 32)),
          pool("p", 10, 0, "a"));

  @Test
  void check_cores_againstTheHostWithMost() {
    assertThat(check("all-local", 48, GIB)).isEmpty();
    assertThat(check("all-local", 49, GIB)).contains(new TooLarge("vcpus", 49, 48));
  }

  @Test
  void check_allLocal_againstTheHostWithMostMemory() {
    assertThat(check("all-local", 1, 64 * GIB)).isEmpty();
    assertThat(check("all-local", 1, 64 * GIB + 1))
        .contains(new TooLarge("memoryMiB", 64 * GIB + 1, 64 * GIB));
  }

  @Test
  void check_static10_countsThePool() {
    // of 71 GiB, 7 may be in the pool: 64 are left; of 72 GiB, 7 too: 65 are left
    assertThat(check("static:10", 1, 71 * GIB)).isEmpty();
    assertThat(check("static:10", 1, 72 * GIB))
        .contains(new TooLarge("memoryMiB", 72 * GIB, 71 * GIB));
  }

  @Test
  void check_static50_isBoundedByThePoolsSize() {
    // of 66 GiB, 33 would be in the pool, which has 10; all-local needs 66
    assertThat(check("static:50", 1, 66 * GIB))
        .contains(new TooLarge("memoryMiB", 66 * GIB, 64 * GIB));
  }

  @Test
  void check_poolNeverSeen_mayBeLarge() {
    ClusterSnapshot unseen = cluster(List.of(host("a", 32, 64, 0, 0, "p")));
    assertThat(new SizeLimit(PoolingPolicy.parse("static:50")).check(vm(1, 128 * GIB), unseen))
        .isEmpty();
  }

  @Test
  void check_noHosts_isNotTooLarge() {
    assertThat(
            new SizeLimit(PoolingPolicy.parse("all-local"))
                .check(vm(1024, 1024 * GIB), cluster(List.of())))
        .isEmpty();
  }

  @Test
  void check_asksThePolicyOnceForEachSize_howeverManyHostsThereAre() {
    AtomicInteger asked = new AtomicInteger();
    PoolingPolicy counting =
        new PoolingPolicy() {
          @Override
          public String name() {
            return "counting";
          }

          @Override
          public PoolCeiling ceiling(VmRequest request) {
            asked.incrementAndGet();
            return PoolCeiling.none("for-test");
          }
        };
    ClusterSnapshot fleet =
        cluster(IntStream.range(0, 1_000).mapToObj(i -> host("h" + i, 32, 64, 0, 0, "p")).toList());
    assertThat(new SizeLimit(counting).check(vm(1, 65 * GIB), fleet))
        .contains(new TooLarge("memoryMiB", 65 * GIB, 64 * GIB));
    assertThat(asked).hasValue(1);
  }

  private static Optional<TooLarge> check(String policy, int vcpus, long memoryMiB) {
    return new SizeLimit(PoolingPolicy.parse(policy)).check(vm(vcpus, memoryMiB), CLUSTER);
  }
}
