package io.tarn.contracts.pool;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of each observation, in the order sent.
 *
 * @param results one for each observation
 */
public record AckReply(List<Result> results) {

  /** Copies the collection. */
  public AckReply {
    results = List.copyOf(results);
  }

  /**
   * What became of one observation.
   *
   * @param poolId the pool
   * @param slice the slice
   * @param outcome what became of it
   * @param reason why it was refused; absent otherwise
   */
  public record Result(String poolId, int slice, Outcome outcome, @Nullable String reason) {}

  /** What can become of an observation. */
  public enum Outcome {
    /** It changed the slice. */
    APPLIED,
    /** The manager knew it already. */
    REPEATED,
    /** It does not fit what the manager knows; the reason says why. */
    REFUSED
  }
}
