package io.tarn.fleet.latent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.LongToDoubleFunction;
import org.junit.jupiter.api.Test;

class DrawsTest {

  private static final int MANY = 100_000;
  // five standard errors of a mean of 100,000 with variance 1
  private static final double TOLERANCE = 5 / StrictMath.sqrt(MANY);

  private final Draws draws = new Draws(3).of("test");

  @Test
  void numbers_haveTheMeanAndVarianceOfTheirKind() {
    moments(draws::uniform, 0.5, 1 / 12.0);
    moments(draws::normal, 0, 1);
    moments(draws::bell, 0, 1);
    moments(draws::exponential, 1, 1);
  }

  @Test
  void neighbours_areIndependent() {
    double product = 0;
    double parts = 0;
    for (long i = 0; i < MANY; i++) {
      product += draws.bell(i) * draws.bell(i + 1);
      parts += draws.of(i).bell(0) * draws.of(i + 1).bell(0);
    }
    assertThat(product / MANY).isCloseTo(0, within(TOLERANCE));
    assertThat(parts / MANY).isCloseTo(0, within(TOLERANCE));
  }

  @Test
  void parts_differByNameAndNumber() {
    assertThat(draws.of("ab")).isNotEqualTo(draws.of("ba")).isEqualTo(draws.of("ab"));
    assertThat(draws.of("")).isNotEqualTo(draws);
    assertThat(draws.of(1)).isNotEqualTo(draws.of(2));
  }

  private static void moments(LongToDoubleFunction number, double mean, double variance) {
    double sum = 0;
    double squares = 0;
    for (long i = 0; i < MANY; i++) {
      double value = number.applyAsDouble(i);
      sum += value;
      squares += (value - mean) * (value - mean);
    }
    assertThat(sum / MANY).isCloseTo(mean, within(TOLERANCE));
    // the fourth moment of the exponential is 9, so its variance errs three times as much
    assertThat(squares / MANY).isCloseTo(variance, within(3 * TOLERANCE));
  }
}
