package io.tarn.contracts.pool;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;

/**
 * What a host says of one operation.
 *
 * @param operationId the operation
 * @param state RUNNING, DONE, FAILED or CANCELLED; the others are not the host's to say
 * @param doneMiB how much it has moved, 0..33,554,432; all of it when DONE
 * @param cause why it is FAILED, for example {@code pinned} or {@code no-room}; absent otherwise
 */
public record OperationReport(
    String operationId,
    OperationState state,
    @Min(0) @Max(OperationRequest.MOST_MEMORY_MIB) long doneMiB,
    @Nullable String cause) {

  private static final String STATES = "RUNNING, DONE, FAILED or CANCELLED";

  /** Checks the ranges. */
  public OperationReport {
    Check.id("operationId", operationId);
    Check.present("state", state, STATES);
    if (state == OperationState.PENDING || state == OperationState.EXPIRED) {
      throw new InvalidField("state", state.name(), STATES);
    }
    Check.range("doneMiB", doneMiB, 0, OperationRequest.MOST_MEMORY_MIB);
    if (state == OperationState.FAILED) {
      Check.text("cause", cause);
    } else if (cause != null) {
      throw new InvalidField("cause", Check.quoted(cause), "absent unless the state is FAILED");
    }
  }
}
