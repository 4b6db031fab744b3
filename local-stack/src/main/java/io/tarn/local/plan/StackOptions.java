package io.tarn.local.plan;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import io.tarn.local.cluster.ClusterShape;
import io.tarn.local.home.Mode;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a stack shall be like.
 *
 * @param mode what it is for
 * @param policy of placement: {@code all-local}, {@code static:PERCENT} or {@code pond}
 * @param cluster its hosts and pools
 * @param secure whether services ask for tokens
 * @param quick whether JVMs start quickly at the price of their later speed
 * @param seed of the simulated hosts
 * @param ports named by the user, by listener
 * @param schedulers replicas of scheduler-service, 1..8
 * @param poolManagers replicas of pool-manager, 1..8
 */
public record StackOptions(
    Mode mode,
    String policy,
    ClusterShape cluster,
    boolean secure,
    boolean quick,
    long seed,
    Map<String, Integer> ports,
    int schedulers,
    int poolManagers) {

  /** The policy by which models place VMs. */
  public static final String POND = "pond";

  private static final Pattern POLICY =
      Pattern.compile("all-local|" + POND + "|static:(\\d{1,2}|100)");
  private static final int MOST_REPLICAS = 8;

  /** Checks the ranges, copies the collection. */
  public StackOptions {
    if (!POLICY.matcher(policy).matches()) {
      throw new InvalidField(
          "--policy",
          policy,
          "all-local, pond, or static:PERCENT with 0..100, for example static:15");
    }
    Check.range("--replicas scheduler", schedulers, 1, MOST_REPLICAS);
    Check.range("--replicas pool-manager", poolManagers, 1, MOST_REPLICAS);
    for (Map.Entry<String, Integer> port : ports.entrySet()) {
      Check.range("--port " + port.getKey(), port.getValue(), 1024, 65535);
    }
    ports = Map.copyOf(ports);
    if (Set.copyOf(ports.values()).size() < ports.size()) {
      throw new InvalidField("--port", "the same for two of " + ports.keySet(), "different ports");
    }
  }

  /** Whether the time of the hosts is that of a replay, not the wall's. */
  public boolean simulatesTime() {
    return learns() && mode == Mode.DEMO;
  }

  /** Whether models place VMs, so that telemetry is collected and models are trained. */
  public boolean learns() {
    return POND.equals(policy);
  }
}
