package io.tarn.local.cluster;

import io.tarn.contracts.placement.HostSpec;
import io.tarn.contracts.pool.PoolSpec;
import io.tarn.local.home.CannotStart;
import io.tarn.local.rest.Persistent;
import io.tarn.local.rest.Reply;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes a cluster known to a stack: devices, pools, ports, hosts. Repeating it changes nothing. */
public final class Wiring {

  private final Persistent calls;
  private final String emulator;
  private final List<String> poolManagers;
  private final List<String> schedulers;

  /**
   * @param calls makes the calls
   * @param emulator base URI of the EMC emulator
   * @param poolManagers base URIs of the pool manager's replicas
   * @param schedulers base URIs of the scheduler's replicas
   */
  public Wiring(
      Persistent calls, String emulator, List<String> poolManagers, List<String> schedulers) {
    this.calls = calls;
    this.emulator = emulator;
    this.poolManagers = poolManagers;
    this.schedulers = schedulers;
  }

  /**
   * Plugs in the devices, declares the pools and wires the hosts.
   *
   * @throws CannotStart when a service refuses
   */
  public void wire(ClusterShape shape) throws CannotStart, InterruptedException {
    for (String pool : shape.poolIds()) {
      String emc = "/v1/emcs/" + pool;
      put(List.of(emulator), emc + "?capacityGiB=" + shape.poolGiB(), null);
      put(
          poolManagers,
          "/v1/pools/" + pool,
          new PoolSpec(shape.poolGiB(), URI.create(emulator + emc)));
      for (String host : shape.hostsOf(pool)) {
        put(poolManagers, "/v1/pools/" + pool + "/hosts/" + host, null);
      }
    }
    List<String> hosts = shape.hostIds();
    for (int host = 0; host < hosts.size(); host++) {
      put(schedulers, "/v1/hosts/" + hosts.get(host), spec(shape, host));
    }
  }

  private static HostSpec spec(ClusterShape shape, int host) {
    return new HostSpec(shape.vcpus(), shape.localMiB(), 0, 0, null, shape.poolsOf(host), Map.of());
  }

  private void put(List<String> targets, String path, @Nullable Object body)
      throws CannotStart, InterruptedException {
    try {
      Reply reply = calls.call("PUT", targets, path, body, 0);
      if (!reply.ok()) {
        throw new CannotStart("PUT " + targets.get(0) + path + " was refused: " + reply.detail());
      }
    } catch (IOException e) {
      throw new CannotStart(e.getMessage() == null ? "no answer" : e.getMessage(), e);
    }
  }
}
