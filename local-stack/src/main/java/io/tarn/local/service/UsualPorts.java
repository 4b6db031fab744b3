package io.tarn.local.service;

import io.tarn.local.kafka.KafkaBroker;
import io.tarn.local.postgres.PostgresServer;
import java.util.LinkedHashMap;
import java.util.Map;

/** Where each process listens unless somebody else does. */
public final class UsualPorts {

  private static final int STEP = 10;

  private UsualPorts() {}

  /** The usual ports of a stack with so many replicas. */
  public static Map<String, Integer> of(int schedulers, int poolManagers) {
    Map<String, Integer> ports = new LinkedHashMap<>();
    ports.put(PostgresServer.NAME, 15432);
    ports.put(KafkaBroker.NAME, 19092);
    ports.put(KafkaBroker.CONTROLLER, 19093);
    ports.put(Names.EMULATOR, 8082);
    for (int i = 1; i <= poolManagers; i++) {
      ports.put(Names.replica(Names.POOL_MANAGER, i), 8081 + STEP * (i - 1));
    }
    for (int i = 1; i <= schedulers; i++) {
      ports.put(Names.replica(Names.SCHEDULER, i), 8080 + STEP * (i - 1));
    }
    ports.put(Names.AGENTS, 8083);
    ports.put(Names.COLLECTOR, 8084);
    ports.put(Names.TRAINER, 8085);
    return ports;
  }
}
