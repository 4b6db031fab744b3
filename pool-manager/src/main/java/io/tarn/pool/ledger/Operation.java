package io.tarn.pool.ledger;

import io.tarn.contracts.Check;
import io.tarn.contracts.pool.OperationRequest;
import io.tarn.contracts.pool.OperationState;
import org.jspecify.annotations.Nullable;

/**
 * An operation as the record has it.
 *
 * @param hostId the host that was ordered
 * @param operationId its name, among those of its host
 * @param poolId the pool of its grant
 * @param request what was ordered
 * @param state where it is
 * @param doneMiB how much was moved, 0..all of it
 * @param cause why it failed or is called off, where something is to be said of it
 * @param cancelAsked whether it is to be called off
 */
public record Operation(
    String hostId,
    String operationId,
    String poolId,
    OperationRequest request,
    OperationState state,
    long doneMiB,
    @Nullable String cause,
    boolean cancelAsked) {

  /** Checks the progress. */
  public Operation {
    Check.range("doneMiB", doneMiB, 0, request.totalMiB());
  }

  /** A new one. */
  public static Operation ordered(
      String hostId, String operationId, String poolId, OperationRequest request) {
    return new Operation(
        hostId, operationId, poolId, request, OperationState.PENDING, 0, null, false);
  }

  /** Further on; progress never falls. */
  public Operation at(OperationState next, long done, @Nullable String why) {
    return new Operation(
        hostId, operationId, poolId, request, next, Math.max(doneMiB, done), why, cancelAsked);
  }

  /** To be called off. */
  public Operation calledOff(@Nullable String why) {
    return new Operation(hostId, operationId, poolId, request, state, doneMiB, why, true);
  }

  @Override
  public String toString() {
    return hostId + "/" + operationId;
  }
}
