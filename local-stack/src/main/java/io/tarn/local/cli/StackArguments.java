package io.tarn.local.cli;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import io.tarn.local.cluster.ClusterShape;
import io.tarn.local.demo.Past;
import io.tarn.local.home.Mode;
import io.tarn.local.plan.StackOptions;
import io.tarn.local.service.Names;
import io.tarn.local.service.UsualPorts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that say what a stack is like. */
final class StackArguments {

  @Option(
      names = "--policy",
      paramLabel = "POLICY",
      defaultValue = StackOptions.POND,
      description =
          "how memory is divided: pond, what trained models allow; all-local; or static:PERCENT of"
              + " every VM's memory from the pool (default: ${DEFAULT-VALUE})")
  String policy = StackOptions.POND;

  @Option(
      names = "--past-days",
      paramLabel = "N",
      description =
          "(pond) days of generated VMs that are replayed before, for models to learn from, 0..9"
              + " (default: 7 with demo, 0 with up)")
  @Nullable Integer pastDays;

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
          "where a process listens, for example scheduler=8080; others get a free port of their"
              + " own")
  List<String> ports = new ArrayList<>();

  @Option(
      names = "--replicas",
      split = ",",
      paramLabel = "SERVICE=N",
      description = "how many processes of scheduler or pool-manager (default: 1 of each)")
  List<String> replicas = new ArrayList<>();

  /**
   * The days before.
   *
   * @param usual how many when the user does not say and the policy learns
   * @throws InvalidField when the user asks for days that nobody would learn from
   */
  Past past(int usual) {
    checkPast();
    boolean learns = policy.equals(StackOptions.POND);
    return learns ? Past.generated(pastDays == null ? usual : pastDays, seed) : Past.NONE;
  }

  private void checkPast() {
    if (pastDays != null) {
      Check.range("--past-days", pastDays, 0, Past.MOST_DAYS);
      if (!policy.equals(StackOptions.POND)) {
        throw new InvalidField(
            "--past-days", pastDays + " with --policy " + policy, "only with --policy pond");
      }
    }
  }

  /**
   * The options of a stack.
   *
   * @param mode what it is for
   * @param kept the cluster that stands for options left out
   */
  StackOptions options(Mode mode, Optional<ClusterShape> kept) {
    Map<String, Integer> counts =
        NamedNumbers.of("--replicas", replicas, List.of(Names.SCHEDULER, Names.POOL_MANAGER));
    int schedulers = counts.getOrDefault(Names.SCHEDULER, 1);
    int poolManagers = counts.getOrDefault(Names.POOL_MANAGER, 1);
    StackOptions options =
        new StackOptions(
            mode,
            policy,
            cluster.shape(kept),
            secure,
            mode == Mode.DEMO,
            seed,
            NamedNumbers.of("--port", ports, UsualPorts.of(schedulers, poolManagers).keySet()),
            schedulers,
            poolManagers);
    checkPast();
    kept.filter(shape -> !shape.equals(options.cluster()))
        .ifPresent(
            shape -> {
              throw new InvalidField(
                  "the cluster",
                  options.cluster().describe(),
                  "what this stack was made with, "
                      + shape.describe()
                      + "; remove its folder to make another");
            });
    return options;
  }
}
