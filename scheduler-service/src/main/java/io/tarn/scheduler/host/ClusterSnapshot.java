package io.tarn.scheduler.host;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Hosts and pools at one moment; what a decision sees, and all that it sees.
 *
 * @param hosts in the order of their names
 * @param pools by name
 * @param hostAge since the hosts were last read from the store
 * @param poolAge since the pools were last read from the pool manager
 */
public record ClusterSnapshot(
    List<HostState> hosts, Map<String, PoolState> pools, Duration hostAge, Duration poolAge) {

  /** Copies the collections. */
  public ClusterSnapshot {
    hosts = List.copyOf(hosts);
    pools = Map.copyOf(pools);
  }

  /** The cluster as it would be without a claim on a host. */
  public ClusterSnapshot without(String hostId, int vcpus, long localMiB) {
    List<HostState> rest =
        hosts.stream()
            .map(host -> host.hostId().equals(hostId) ? host.without(vcpus, localMiB) : host)
            .toList();
    return new ClusterSnapshot(rest, pools, hostAge, poolAge);
  }
}
