package io.tarn.db;

/** The schema of one service, and the one role that may use it. */
public enum ServiceSchema {
  /** Hosts, VMs and decisions of scheduler-service. */
  SCHEDULER("scheduler"),
  /** Pools, slices and grants of pool-manager. */
  POOL("pool"),
  /** Windows, scans, histories and front-end epochs of telemetry-collector. */
  TELEMETRY("telemetry"),
  /** Pairs of models and trainings of model-trainer. */
  TRAINER("trainer");

  private final String schema;

  ServiceSchema(String schema) {
    this.schema = schema;
  }

  /** The schema's name in PostgreSQL. */
  public String schema() {
    return schema;
  }

  /**
   * The role that the service logs in as; it may read and write its own schema and nothing else.
   */
  public String role() {
    return "tarn_" + schema;
  }

  /** The environment variable that holds the role's password for the migration job. */
  public String passwordVariable() {
    return "TARN_DB_" + name() + "_PASSWORD";
  }
}
