package io.tarn.cot.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadsTest {

  private static Loads loads(long a, long b, long c) {
    return new Loads(
        List.of(new Load("a", 0.5, a), new Load("b", 0.25, b), new Load("c", 0.25, c)));
  }

  @Test
  void imbalance_isMostOverLeast() {
    Loads loads = loads(600, 200, 240);
    assertThat(loads.imbalance()).isEqualTo(3);
    // by share: 1200, 800, 960
    assertThat(loads.weightedImbalance()).isEqualTo(1.5);
    assertThat(loads.lookUps()).isEqualTo(1_040);
    assertThat(loads.idle()).isEmpty();
  }

  @Test
  void backEndWithoutLookUps_isNamedAndLeftOut() {
    Loads loads = loads(600, 0, 240);
    assertThat(loads.idle()).containsExactly("b");
    assertThat(loads.imbalance()).isEqualTo(2.5);
    assertThat(loads.weightedImbalance()).isEqualTo(1.25);
    // 0.25 of 79 is below the 20 that would be sure
    assertThat(loads(79, 0, 0).idle()).isEmpty();
    assertThat(loads(80, 0, 0).idle()).containsExactly("b", "c");
    assertThat(loads(0, 0, 0).imbalance()).isEqualTo(1);
  }

  @Test
  void sum_isOfTheSameRingOnly() {
    assertThat(loads(1, 2, 3).plus(loads(10, 20, 30))).isEqualTo(loads(11, 22, 33));
    Loads other = new Loads(List.of(new Load("a", 0.5, 1), new Load("b", 0.5, 1)));
    assertThat(loads(1, 2, 3).sameRing(other)).isFalse();
    assertThatIllegalArgumentException().isThrownBy(() -> loads(1, 2, 3).plus(other));
    assertThatIllegalArgumentException().isThrownBy(() -> new Load("a", 0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Load("a", 0.5, -1));
  }

  @Test
  void noiseFloor_byHand() {
    // 8 back ends: z of 0.1 / 56 is 2.914, q = 4.121; deviation sqrt(7 / 5000) = 0.03742;
    // half of the range 0.0771, (1 + 0.0771) / (1 - 0.0771)
    assertThat(NoiseFloor.of(even(8, 5_000))).isCloseTo(1.167, within(0.001));
    long needed = NoiseFloor.lookUpsFor(1.1, even(8, 0));
    assertThat(NoiseFloor.of(even(8, needed))).isCloseTo(1.1, within(0.0001));
    assertThat(NoiseFloor.of(even(8, 0))).isInfinite();
  }

  @ParameterizedTest
  @ValueSource(ints = {1_500, 5_000, 20_000})
  void balancedTier_staysBelowTheNoiseFloorNineTimesInTen(int lookUps) {
    SplittableRandom random = new SplittableRandom(lookUps);
    double[] seen = new double[400];
    for (int run = 0; run < seen.length; run++) {
      long[] counts = new long[8];
      for (int i = 0; i < lookUps; i++) {
        counts[random.nextInt(8)]++;
      }
      seen[run] =
          (double) Arrays.stream(counts).max().orElseThrow()
              / Arrays.stream(counts).min().orElseThrow();
    }
    Arrays.sort(seen);
    double floor = NoiseFloor.of(even(8, lookUps));
    assertThat(floor).isGreaterThan(seen[(int) (0.88 * seen.length)]);
    assertThat(floor).isLessThan(seen[(int) (0.98 * seen.length)]);
  }

  private static Loads even(int backEnds, long lookUps) {
    return new Loads(
        java.util.stream.IntStream.range(0, backEnds)
            .mapToObj(i -> new Load("b" + i, 1.0 / backEnds, lookUps / backEnds))
            .toList());
  }
}
