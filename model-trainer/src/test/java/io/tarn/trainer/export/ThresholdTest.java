package io.tarn.trainer.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.tarn.trainer.training.Table;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import smile.base.cart.OrdinalNode;
import smile.base.cart.RegressionNode;

class ThresholdTest {

  private final Threshold threshold = new Threshold(Table.schema(List.of("a", "b")));

  @ParameterizedTest
  @ValueSource(
      doubles = {
        0,
        -0.0,
        1,
        -1,
        0.1,
        -0.1,
        1e-46,
        -1e-46,
        1e-40,
        3.3e38,
        -3.3e38,
        16777217,
        1.0000000001,
        0.30000001192092896
      })
  void of_anySplit_isTheLargestFloatThatGoesLeft(double split) {
    float found = threshold.of(node(split));

    assertThat((double) found).isLessThanOrEqualTo(split);
    assertThat((double) Math.nextUp(found)).isGreaterThan(split);
  }

  @ParameterizedTest
  @ValueSource(ints = 20_000)
  void of_randomSplits_agreesForTheFloatsBesideThem(int splits) {
    Random random = new Random(11);
    for (int i = 0; i < splits; i++) {
      double split = Double.longBitsToDouble(random.nextLong());
      if (Math.abs(split) < Float.MAX_VALUE) {
        float found = threshold.of(node(split));
        assertThat(found <= split && Math.nextUp(found) > split).as("split %s", split).isTrue();
      }
    }
  }

  @Test
  void of_splitThatLetsEverythingLeft_isRefused() {
    assertThatIllegalStateException().isThrownBy(() -> threshold.of(node(1e39)));
    assertThatIllegalStateException().isThrownBy(() -> threshold.of(node(Double.NaN)));
  }

  private static OrdinalNode node(double split) {
    RegressionNode leaf = new RegressionNode(1, 0, 0, 0);
    return new OrdinalNode(1, split, 1, 1, leaf, leaf);
  }
}
