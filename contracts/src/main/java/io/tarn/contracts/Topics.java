package io.tarn.contracts;

/** The topics of the bus; each has one kind of writer and one key. */
public final class Topics {

  /** Placements of VMs; written by scheduler-service, key: VM id. */
  public static final String PLACEMENTS = "tarn.placements";

  /** Grants and slices; written by pool-manager, key: pool id. */
  public static final String SLICES = "tarn.slices";

  /** Counters of the VMs of a host; written by host agents, key: host id. */
  public static final String HOST_PMU = "tarn.host.pmu";

  /** Access-bit scans of the VMs of a host; written by host agents, key: host id. */
  public static final String HOST_ACCESS = "tarn.host.access";

  /** Closed windows with features; written by telemetry-collector, key: VM id. */
  public static final String WINDOWS = "tarn.windows";

  /** What is known of customers and workloads, compacted; written by telemetry-collector. */
  public static final String HISTORY = "tarn.history";

  /** Epochs of front ends; written by front ends, key: front end id. */
  public static final String COT_EPOCHS = "tarn.cot.epochs";

  /** Pairs of models that serve; written by model-trainer, compacted, key: scenario. */
  public static final String MODELS = "tarn.models";

  /** Header of a record on a dead-letter topic that says why it was refused. */
  public static final String REASON_HEADER = "tarn-reason";

  private Topics() {}

  /**
   * The dead-letter topic of a topic: records that could not be read or believed.
   *
   * @param topic a topic of the bus
   * @return its name with {@code .dlq} behind it
   */
  public static String deadLetter(String topic) {
    return topic + ".dlq";
  }
}
