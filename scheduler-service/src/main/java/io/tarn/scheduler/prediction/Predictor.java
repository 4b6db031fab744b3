package io.tarn.scheduler.prediction;

import io.tarn.contracts.placement.VmRequest;

/** Predicts what a VM will do to memory. */
@FunctionalInterface
public interface Predictor {

  /** Knows nothing. */
  Predictor NONE = request -> new Forecast.None("no-model");

  /** What is predicted of a VM. */
  Forecast forecast(VmRequest request);
}
