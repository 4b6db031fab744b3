package io.tarn.contracts;

/** The topics of the bus; each has one kind of writer and one key. */
public final class Topics {

  /** Placements of VMs; written by scheduler-service, key: VM id. */
  public static final String PLACEMENTS = "tarn.placements";

  /** Grants and slices; written by pool-manager, key: pool id. */
  public static final String SLICES = "tarn.slices";

  /** Epochs of front ends; written by front ends, key: front end id. */
  public static final String COT_EPOCHS = "tarn.cot.epochs";

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
