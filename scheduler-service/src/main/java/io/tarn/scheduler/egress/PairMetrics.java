package io.tarn.scheduler.egress;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.Optional;
import java.util.function.Supplier;

/** The gauge of the pair of models that serves: one series that bears its id, or none. */
public final class PairMetrics {

  private final Supplier<Optional<String>> servingPairId;
  private final MultiGauge gauge;

  /**
   * @param registry holds the gauge
   * @param servingPairId empty when no pair serves
   */
  public PairMetrics(MeterRegistry registry, Supplier<Optional<String>> servingPairId) {
    this.servingPairId = servingPairId;
    this.gauge =
        MultiGauge.builder("tarn.prediction.pair.serving")
            .description("1 for the pair of models that serves")
            .register(registry);
  }

  /** Shows what serves now; the series of a pair that serves no more is gone. */
  public void refresh() {
    gauge.register(
        servingPairId.get().stream()
            .<MultiGauge.Row<?>>map(pairId -> MultiGauge.Row.of(Tags.of("pair", pairId), 1))
            .toList());
  }
}
