package io.tarn.local.cli;

import io.tarn.contracts.InvalidField;
import io.tarn.local.cluster.ClusterShape;
import io.tarn.local.home.Mode;
import io.tarn.local.plan.StackOptions;
import io.tarn.local.service.Names;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that say what a stack is like. */
final class StackArguments {

  @Option(
      names = "--policy",
      paramLabel = "POLICY",
      defaultValue = "static:15",
      description =
          "how memory is divided: all-local, or static:PERCENT of every VM's memory from the pool"
              + " (default: ${DEFAULT-VALUE})")
  String policy = "static:15";

  @Mixin ClusterArguments cluster = new ClusterArguments();

  @Option(names = "--secure", description = "services ask for tokens; see ./tarn token")
  boolean secure;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "of everything that is drawn (default: ${DEFAULT-VALUE})")
  long seed = 1;

  @Option(
      names = "--port",
      split = ",",
      paramLabel = "SERVICE=PORT",
      description =
          "where a process listens, for example scheduler=8080; others get a free port of their own")
  Map<String, Integer> ports = new LinkedHashMap<>();

  @Option(
      names = "--replicas",
      split = ",",
      paramLabel = "SERVICE=N",
      description = "how many processes of scheduler or pool-manager (default: 1 of each)")
  Map<String, Integer> replicas = new LinkedHashMap<>();

  /**
   * The options of a stack.
   *
   * @param mode what it is for
   * @param kept the cluster that stands for options left out
   */
  StackOptions options(Mode mode, Optional<ClusterShape> kept) {
    for (String service : replicas.keySet()) {
      if (!service.equals(Names.SCHEDULER) && !service.equals(Names.POOL_MANAGER)) {
        throw new InvalidField("--replicas", service, "scheduler, pool-manager");
      }
    }
    return new StackOptions(
        mode,
        policy,
        cluster.shape(kept),
        secure,
        mode == Mode.DEMO,
        seed,
        ports,
        replicas.getOrDefault(Names.SCHEDULER, 1),
        replicas.getOrDefault(Names.POOL_MANAGER, 1));
  }
}
