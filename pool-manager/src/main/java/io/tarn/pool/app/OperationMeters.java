package io.tarn.pool.app;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.tarn.contracts.pool.OperationKind;
import io.tarn.contracts.pool.OperationState;
import io.tarn.pool.operation.OperationObserver;

/** The metrics of operations. */
final class OperationMeters implements OperationObserver {

  private final MeterRegistry registry;

  OperationMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public void ended(OperationKind kind, OperationState end) {
    Counter.builder("tarn.pool.operations.ended")
        .description("operations that this replica has ended, or heard the end of")
        .tag("kind", kind.name())
        .tag("end", end.name())
        .register(registry)
        .increment();
  }
}
