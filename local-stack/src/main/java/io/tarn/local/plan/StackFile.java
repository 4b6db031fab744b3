package io.tarn.local.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a stack is like, as kept in a file for those who come later.
 *
 * @param options what it shall be like
 * @param ports who listens where
 * @param schedulers base URIs of the scheduler's replicas
 * @param poolManagers base URIs of the pool manager's replicas
 * @param emulator base URI of the EMC emulator
 * @param agents base URI of the agents' control port
 * @param database JDBC URL
 * @param bus bootstrap servers
 */
public record StackFile(
    StackOptions options,
    Map<String, Integer> ports,
    List<String> schedulers,
    List<String> poolManagers,
    String emulator,
    String agents,
    String database,
    String bus) {

  /** Copies the collections. */
  public StackFile {
    ports = Collections.unmodifiableMap(new LinkedHashMap<>(ports));
    schedulers = List.copyOf(schedulers);
    poolManagers = List.copyOf(poolManagers);
  }

  /** Where people go on from. */
  public Map<String, String> urls() {
    Map<String, String> urls = new LinkedHashMap<>();
    urls.put("scheduler", schedulers.get(0) + "/v1/vms");
    urls.put("scheduler API", schedulers.get(0) + "/v3/api-docs");
    urls.put("pool manager", poolManagers.get(0) + "/v1/pools");
    urls.put("pool manager API", poolManagers.get(0) + "/v3/api-docs");
    if (options.learns()) {
      urls.put("telemetry", collector() + "/v1/front-ends");
      urls.put("models", trainer() + "/v1/models");
    }
    return urls;
  }

  /** Base URI of the telemetry collector, where models place VMs. */
  public String collector() {
    return base("telemetry-collector");
  }

  /** Base URI of the model trainer, where models place VMs. */
  public String trainer() {
    return base("model-trainer");
  }

  private String base(String service) {
    return "http://127.0.0.1:" + ports.get(service);
  }
}
