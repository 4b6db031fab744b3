package io.tarn.agent.operation;

import io.tarn.contracts.Check;
import io.tarn.contracts.pool.OperationRequest;
import io.tarn.contracts.pool.SliceRef;
import java.util.List;

/**
 * An operation that has not ended on this host.
 *
 * @param operationId its name
 * @param request what was ordered
 * @param poolId the pool of its slices
 * @param slices those that its grant had when it was ordered
 * @param doneMiB how much was moved
 */
public record HeldOperation(
    String operationId,
    OperationRequest request,
    String poolId,
    List<SliceRef> slices,
    long doneMiB) {

  /** Copies the collection, checks the progress. */
  public HeldOperation {
    Check.present("request", request);
    slices = List.copyOf(slices);
    Check.range("doneMiB", doneMiB, 0, request.totalMiB());
  }

  HeldOperation at(long done) {
    return new HeldOperation(operationId, request, poolId, slices, done);
  }
}
