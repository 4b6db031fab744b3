package io.tarn.scheduler.prediction;

import io.tarn.contracts.placement.VmRequest;
import java.util.function.LongSupplier;

/** Predicts with the pair that serves, from what is known of the past. */
public final class PairPredictor implements Predictor {

  private final PairLoader loader;
  private final ServingPair pair;
  private final Histories histories;
  private final LongSupplier nowMillis;

  /**
   * @param loader knows whether the pair is fresh
   * @param pair that serves
   * @param histories of customers and workloads
   * @param nowMillis this machine's clock, milliseconds since 1970
   */
  public PairPredictor(
      PairLoader loader, ServingPair pair, Histories histories, LongSupplier nowMillis) {
    this.loader = loader;
    this.pair = pair;
    this.histories = histories;
    this.nowMillis = nowMillis;
  }

  @Override
  public Forecast forecast(VmRequest request) {
    if (loader.stale()) {
      return new Forecast.None("model-stale");
    }
    return pair.predict(
            histories.countersOf(request), histories.traits(request, nowMillis.getAsLong()))
        .<Forecast>map(Forecast.Made::new)
        .orElseGet(() -> new Forecast.None(loader.refuses() ? "model-refused" : "no-model"));
  }
}
