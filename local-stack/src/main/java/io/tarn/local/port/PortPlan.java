package io.tarn.local.port;

import io.tarn.local.home.CannotStart;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Which process listens where.
 *
 * @param ports by name of the listener
 */
public record PortPlan(Map<String, Integer> ports) {

  /** Keeps the order. */
  public PortPlan {
    ports = Collections.unmodifiableMap(new LinkedHashMap<>(ports));
  }

  /**
   * Chooses a port for every listener: the one that the user named, else the one wanted, else any
   * that is free.
   *
   * @param wanted the usual or last port of every listener
   * @param named the ports that the user named
   * @param probe tells which ports are free
   * @throws CannotStart when a named port is taken or nobody listens under the name
   */
  public static PortPlan choose(
      Map<String, Integer> wanted, Map<String, Integer> named, PortProbe probe) throws CannotStart {
    for (String name : named.keySet()) {
      if (!wanted.containsKey(name)) {
        throw new CannotStart(
            "--port " + name + ": nobody listens under that name; accepted: " + wanted.keySet());
      }
    }
    Set<Integer> given = new HashSet<>();
    Map<String, Integer> chosen = new LinkedHashMap<>();
    for (Map.Entry<String, Integer> entry : named.entrySet()) {
      chosen.put(entry.getKey(), reserve(entry.getKey(), entry.getValue(), given, probe));
    }
    Map<String, Integer> ordered = new LinkedHashMap<>();
    for (Map.Entry<String, Integer> entry : wanted.entrySet()) {
      Integer asked = chosen.get(entry.getKey());
      ordered.put(entry.getKey(), asked != null ? asked : free(entry.getValue(), given, probe));
    }
    return new PortPlan(ordered);
  }

  /** The port of a listener. */
  public int of(String name) {
    Integer port = ports.get(name);
    if (port == null) {
      throw new IllegalArgumentException("no port was chosen for " + name);
    }
    return port;
  }

  private static int reserve(String name, int port, Set<Integer> given, PortProbe probe)
      throws CannotStart {
    if (!given.add(port)) {
      throw new CannotStart("--port " + name + "=" + port + ": the port is named twice.");
    }
    if (!probe.free(port)) {
      throw new CannotStart(
          "Port "
              + port
              + ", named for "
              + name
              + ", is taken on 127.0.0.1. Name another with --port "
              + name
              + "=N, or leave it out and a free one is chosen.");
    }
    return port;
  }

  private static int free(int wanted, Set<Integer> given, PortProbe probe) throws CannotStart {
    if (!given.contains(wanted) && probe.free(wanted)) {
      given.add(wanted);
      return wanted;
    }
    int port = probe.any();
    while (!given.add(port)) {
      port = probe.any();
    }
    return port;
  }
}
