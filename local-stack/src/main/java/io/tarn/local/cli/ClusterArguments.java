package io.tarn.local.cli;

import io.tarn.local.cluster.ClusterShape;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say what the simulated cluster is like. */
final class ClusterArguments {

  @Option(names = "--hosts", paramLabel = "N", description = "simulated hosts (default: 16)")
  @Nullable Integer hosts;

  @Option(names = "--pools", paramLabel = "N", description = "pools they share (default: 2)")
  @Nullable Integer pools;

  @Option(
      names = "--host-vcpus",
      paramLabel = "N",
      description = "cores of each host (default: 36)")
  @Nullable Integer vcpus;

  @Option(
      names = "--host-memory",
      paramLabel = "GiB",
      description = "local memory of each host (default: 80)")
  @Nullable Integer memory;

  @Option(
      names = "--pool-memory",
      paramLabel = "GiB",
      description = "memory of each pool (default: 80)")
  @Nullable Integer pool;

  /**
   * The cluster asked for.
   *
   * @param kept what stands for options that are left out, instead of the usual
   */
  ClusterShape shape(Optional<ClusterShape> kept) {
    ClusterShape base = kept.orElse(ClusterShape.USUAL);
    int asked = or(hosts, base.hosts());
    return new ClusterShape(
        asked,
        or(pools, Math.min(asked, base.pools())),
        or(vcpus, base.vcpus()),
        or(memory, base.localGiB()),
        or(pool, base.poolGiB()));
  }

  private static int or(@Nullable Integer given, int otherwise) {
    return given == null ? otherwise : given;
  }
}
