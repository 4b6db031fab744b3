package io.tarn.scheduler.egress;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PairMetricsTest {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private @Nullable String serves;
  private final PairMetrics metrics = new PairMetrics(registry, () -> Optional.ofNullable(serves));

  @Test
  void series_isOfThePairThatServesAlone() {
    assertThat(shown()).isEmpty();
    shows(null);
    shows("pair-1", "pair-1 1.0");
    shows("pair-1", "pair-1 1.0");
    shows("pair-2", "pair-2 1.0");
    shows("pair-1", "pair-1 1.0");
    shows(null);
  }

  private void shows(@Nullable String pairId, String... series) {
    serves = pairId;
    metrics.refresh();
    assertThat(shown()).containsExactly(series);
  }

  private List<String> shown() {
    return registry.find("tarn.prediction.pair.serving").gauges().stream()
        .map(gauge -> gauge.getId().getTag("pair") + " " + gauge.value())
        .toList();
  }
}
