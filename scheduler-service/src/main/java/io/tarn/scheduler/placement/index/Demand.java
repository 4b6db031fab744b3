package io.tarn.scheduler.placement.index;

import java.util.Map;
import java.util.Set;

/**
 * A VM of which it is settled how much comes from where.
 *
 * @param vcpus 1 or more
 * @param localMiB from the host, 0 or more
 * @param poolGiB from a pool; 0: no pool is asked
 * @param labels that the host must carry
 * @param hostsOut names of hosts that are no place for it
 * @param poolsOut names of pools that are no place for it
 */
public record Demand(
    int vcpus,
    long localMiB,
    int poolGiB,
    Map<String, String> labels,
    Set<String> hostsOut,
    Set<String> poolsOut) {

  /** Checks the ranges, copies the collections. */
  public Demand {
    if (vcpus < 1 || localMiB < 0 || poolGiB < 0) {
      throw new IllegalArgumentException(vcpus + " vCPUs, " + localMiB + " MiB, " + poolGiB);
    }
    labels = Map.copyOf(labels);
    hostsOut = Set.copyOf(hostsOut);
    poolsOut = Set.copyOf(poolsOut);
  }
}
