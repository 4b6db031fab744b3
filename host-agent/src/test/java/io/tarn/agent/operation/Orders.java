package io.tarn.agent.operation;

import io.tarn.contracts.pool.OperationKind;
import io.tarn.contracts.pool.OperationOrder;
import io.tarn.contracts.pool.OperationRequest;

/** Orders of operations on VM {@code vm}. */
public final class Orders {

  private static final long DEADLINE_MILLIS = 60_000;

  private Orders() {}

  public static OperationOrder attach(String operationId) {
    return new OperationOrder(
        operationId,
        new OperationRequest(
            OperationKind.ATTACH, "vm", "vm.1", null, null, null, DEADLINE_MILLIS));
  }

  public static OperationOrder copy(String operationId, long memoryMiB) {
    return new OperationOrder(
        operationId,
        new OperationRequest(
            OperationKind.COPY, "vm", "vm.1", null, null, memoryMiB, DEADLINE_MILLIS));
  }

  public static OperationOrder migrate(String operationId, long memoryMiB) {
    return new OperationOrder(
        operationId,
        new OperationRequest(
            OperationKind.MIGRATE, "vm", "vm.1", "h2", null, memoryMiB, DEADLINE_MILLIS));
  }
}
