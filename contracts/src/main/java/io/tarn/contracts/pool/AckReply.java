package io.tarn.contracts.pool;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of each observation and of each report, in the order sent.
 *
 * @param results one for each observation
 * @param operations one for each report; absent, when a manager does not know of any, means none
 */
public record AckReply(List<Result> results, List<OperationResult> operations) {

  /** Fills the default, copies the collections. */
  @SuppressWarnings("NullAway") // the default is filled here
  public AckReply {
    results = List.copyOf(results);
    operations = operations == null ? List.of() : List.copyOf(operations);
  }

  /** What became of observations alone. */
  public AckReply(List<Result> results) {
    this(results, List.of());
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

  /**
   * What became of one report.
   *
   * @param operationId the operation
   * @param outcome what became of it
   * @param reason why it was refused, or how the operation has ended; absent otherwise
   */
  public record OperationResult(
      String operationId, OperationOutcome outcome, @Nullable String reason) {}

  /** What can become of a report. */
  public enum OperationOutcome {
    /** It changed the operation. */
    APPLIED,
    /** The manager knew it, or more, already. */
    REPEATED,
    /** The operation has ended otherwise; the host is to stop if it is still at it. */
    ENDED,
    /** It does not fit what the manager knows; the reason says why. */
    REFUSED
  }
}
