package io.tarn.local.service;

/** The names of a stack's processes. */
public final class Names {

  /** The EMC emulator. */
  public static final String EMULATOR = "emulator";

  /** The first pool manager. */
  public static final String POOL_MANAGER = "pool-manager";

  /** The first scheduler. */
  public static final String SCHEDULER = "scheduler";

  /** All simulated hosts' agents, in one process. */
  public static final String AGENTS = "agents";

  /** The telemetry collector, where models place VMs. */
  public static final String COLLECTOR = "telemetry-collector";

  /** The model trainer, where models place VMs. */
  public static final String TRAINER = "model-trainer";

  /** A front end with its cache, where models place VMs. */
  public static final String FRONT_END = "front-end";

  private Names() {}

  /**
   * A replica's name: the service's own for the first, then {@code scheduler-2} and so on.
   *
   * @param replica from 1
   */
  public static String replica(String service, int replica) {
    return replica == 1 ? service : service + "-" + replica;
  }
}
