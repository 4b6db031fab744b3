package io.tarn.local.cluster;

import io.tarn.contracts.Check;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The simulated hosts and pools of a stack: equal hosts, each wired to one pool, pools shared by
 * neighbours.
 *
 * @param hosts how many, 1..4096
 * @param pools how many, 0..hosts; 0 for a cluster without pooled memory
 * @param vcpus of each host
 * @param localGiB memory of each host
 * @param poolGiB capacity of each pool, 1..1024
 */
public record ClusterShape(int hosts, int pools, int vcpus, int localGiB, int poolGiB) {

  /** What the demo starts with. */
  public static final ClusterShape USUAL = new ClusterShape(16, 2, 36, 80, 80);

  /** Hosts that can be wired to one pool. */
  private static final int MOST_PORTS = 64;

  private static final long MIB_PER_GIB = 1024;

  /** Checks the ranges. */
  public ClusterShape {
    Check.range("--hosts", hosts, 1, 4096);
    Check.range("--pools", pools, 0, hosts);
    Check.range("--host-vcpus", vcpus, 1, 1024);
    Check.range("--host-memory", localGiB, 1, 32768);
    Check.range("--pool-memory", poolGiB, 1, 1024);
    if (pools > 0) {
      Check.range("--hosts for each pool", (hosts + pools - 1) / pools, 1, MOST_PORTS);
    }
  }

  /** The names of the hosts. */
  public List<String> hostIds() {
    return IntStream.range(0, hosts).mapToObj(ClusterShape::hostId).toList();
  }

  /** The names of the pools. */
  public List<String> poolIds() {
    return IntStream.range(0, pools).mapToObj(pool -> "pool-" + pool).toList();
  }

  /** The pools of a host: one, or none when there are none. */
  public List<String> poolsOf(int host) {
    return pools == 0 ? List.of() : List.of("pool-" + host * pools / hosts);
  }

  /** The hosts of a pool. */
  public List<String> hostsOf(String poolId) {
    List<String> wired = new ArrayList<>();
    for (int host = 0; host < hosts; host++) {
      if (poolsOf(host).contains(poolId)) {
        wired.add(hostId(host));
      }
    }
    return wired;
  }

  /** Local memory of a host. */
  public long localMiB() {
    return localGiB * MIB_PER_GIB;
  }

  private static String hostId(int host) {
    return String.format(Locale.ROOT, "host-%02d", host);
  }

  /** A short description for people. */
  public String describe() {
    return String.format(
        Locale.ROOT,
        "%d hosts with %d cores and %d GiB, %d pools of %d GiB",
        hosts,
        vcpus,
        localGiB,
        pools,
        poolGiB);
  }
}
