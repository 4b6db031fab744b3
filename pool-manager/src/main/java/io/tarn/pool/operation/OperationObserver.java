package io.tarn.pool.operation;

import io.tarn.contracts.pool.OperationKind;
import io.tarn.contracts.pool.OperationState;

/** Is told how operations end, for metrics. */
public interface OperationObserver {

  /** One has ended, and that is durable. */
  void ended(OperationKind kind, OperationState end);
}
