package io.tarn.contracts.emc;

import java.util.List;

/**
 * What the device says of each change, in the order asked.
 *
 * @param results one for each change
 */
public record OwnerChangeReply(List<Result> results) {

  /** Copies the collection. */
  public OwnerChangeReply {
    results = List.copyOf(results);
  }

  /**
   * What the device says of one change; to be confirmed by reading back.
   *
   * @param outcome what it says
   * @param entry the entry after the call
   */
  public record Result(Outcome outcome, TableEntry entry) {}

  /** What the device can say. */
  public enum Outcome {
    /** The owner was changed. */
    CHANGED,
    /** Owner or generation were not as expected. */
    MISMATCH,
    /** The epoch is below the highest that the table has seen. */
    STALE_EPOCH
  }
}
