package io.tarn.pool.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompoundPoissonTest {

  @ParameterizedTest
  @CsvSource({
    "0.01, 0.99, 0",
    "0.02, 0.99, 1",
    "1, 0.5, 1",
    "1, 0.99, 4",
    "10, 0.5, 10",
    "10, 0.99, 18",
    "100, 0.99, 124"
  })
  void quantile_ofEqualSizesIsThatOfThePoissonDistribution(
      double requests, double probability, int expected) {
    assertThat(CompoundPoisson.quantile(requests, Map.of(1, 7L), probability, 1024))
        .isEqualTo(expected);
    assertThat(CompoundPoisson.quantile(requests, Map.of(3, 7L), probability, 1024))
        .isEqualTo(3 * expected);
  }

  @Test
  void quantile_ofManyRequestsIsFoundWhereTheDensityAtNoneIsNoNumber() {
    // the normal approximation: 1400 + 2.326 * sqrt(1400)
    assertThat(CompoundPoisson.quantile(1400, Map.of(1, 1L), 0.99, 4096))
        .isCloseTo(1487, within(2));
  }

  @Test
  void quantile_ofMixedSizesIsWhatDrawingGives() {
    Map<Integer, Long> sizes = Map.of(1, 50L, 4, 30L, 16, 20L);
    Random random = new Random(1);
    int[] sums = new int[200_000];
    for (int i = 0; i < sums.length; i++) {
      // so many requests as exponential gaps fit into one unit of 5
      for (double at = -Math.log(1 - random.nextDouble());
          at < 5;
          at -= Math.log(1 - random.nextDouble())) {
        int draw = random.nextInt(100);
        sums[i] += draw < 50 ? 1 : draw < 80 ? 4 : 16;
      }
    }
    Arrays.sort(sums);
    for (double probability : new double[] {0.5, 0.9, 0.99}) {
      assertThat(CompoundPoisson.quantile(5, sizes, probability, 1024))
          .isCloseTo(sums[(int) Math.ceil(probability * sums.length) - 1], within(1));
    }
  }

  @Test
  void quantile_endsWhereThePoolEnds() {
    assertThat(CompoundPoisson.quantile(10, Map.of(8, 1L), 0.99, 64)).isEqualTo(64);
    assertThat(CompoundPoisson.quantile(6, Map.of(8, 1L), 0.99, 64)).isEqualTo(64);
    assertThat(CompoundPoisson.quantile(0, Map.of(8, 1L), 0.99, 64)).isZero();
    assertThat(CompoundPoisson.quantile(10, Map.of(), 0.99, 64)).isZero();
  }
}
