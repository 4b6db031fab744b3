package io.tarn.contracts.feature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tarn.contracts.InvalidField;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CounterFeaturesTest {

  @Test
  void names_areThreeForEachRateAndThePoolShare() {
    assertThat(CounterFeatures.NAMES)
        .hasSize(31)
        .startsWith(
            "instructionsPerCycleMean", "instructionsPerCycleP50", "instructionsPerCycleP95")
        .endsWith(
            "poolLoadShareMean", "poolLoadShareP50", "poolLoadShareP95", "poolMemoryShareMean")
        .doesNotHaveDuplicates();
  }

  @Test
  void of_twentySamples_givesMeanMedianAnd95thPercentile() {
    List<CounterRates> samples =
        IntStream.rangeClosed(1, 20).mapToObj(i -> Samples.rates(i)).toList();

    float[] features = CounterFeatures.of(samples);

    // of 1..20: mean 10.5, the 10th and the 19th value
    for (int rate = 0; rate < 10; rate++) {
      assertThat(features[3 * rate]).isEqualTo(10.5f);
      assertThat(features[3 * rate + 1]).isEqualTo(10f);
      assertThat(features[3 * rate + 2]).isEqualTo(19f);
    }
    assertThat(features[30]).isEqualTo(10.5f);
  }

  @Test
  void of_samplesInAnyOrder_givesTheSameBits() {
    Random random = new Random(7);
    List<CounterRates> samples =
        new ArrayList<>(random.doubles(60).mapToObj(value -> Samples.rates(value * 1e3)).toList());
    float[] expected = CounterFeatures.of(samples);

    for (int i = 0; i < 20; i++) {
      Collections.shuffle(samples, random);
      assertThat(CounterFeatures.of(samples)).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 10", "25, 10", "26, 20", "50, 20", "75, 30", "76, 40", "95, 40", "100, 40"})
  void nearestRank_ofFourValues_isTheValueAtTheRank(int percent, double expected) {
    assertThat(Percentile.nearestRank(new double[] {10, 20, 30, 40}, percent)).isEqualTo(expected);
  }

  @Test
  void vector_ofAnotherVersionLengthOrNaN_isRefused() {
    FeatureSchema schema = new FeatureSchema("kind", 2, List.of("a", "b"));

    assertThat(schema.vector(2, List.of(1f, 2f))).containsExactly(1, 2);
    refused("feature_version", () -> schema.vector(1, List.of(1f, 2f)));
    refused("features.size", () -> schema.vector(2, List.of(1f)));
    refused("b", () -> schema.vector(2, List.of(1f, Float.NaN)));
    refused("a", () -> schema.vector(2, List.of(Float.POSITIVE_INFINITY, 1f)));
  }

  private static void refused(String field, Runnable call) {
    assertThatExceptionOfType(InvalidField.class)
        .isThrownBy(call::run)
        .satisfies(e -> assertThat(e.field()).isEqualTo(field));
  }
}
