package io.tarn.contracts.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.tarn.contracts.InvalidField;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {

  @Test
  void percents_areOfAllVmsAndOfTheRestsMemory() {
    Figures figures = new Figures(200, 3, 5, 1000, 300, 140);

    assertThat(figures.fpPercent()).isEqualTo(1.5);
    assertThat(figures.opPercent()).isEqualTo(2.5);
    assertThat(figures.mispredictionPercent()).isEqualTo(4);
    assertThat(figures.liPercent()).isEqualTo(30);
    assertThat(figures.umPercent()).isEqualTo(20);
    // 30 % + 70 % of 20 %
    assertThat(figures.pooledPercent()).isCloseTo(44, within(1e-12));
    assertThat(Figures.NONE.pooledPercent()).isZero();
  }

  @Test
  void figures_partAboveItsWhole_isRefused() {
    assertThatExceptionOfType(InvalidField.class)
        .isThrownBy(() -> new Figures(10, 6, 5, 100, 0, 0))
        .satisfies(e -> assertThat(e.field()).isEqualTo("overpredictions"));
  }

  @ParameterizedTest
  @CsvSource({
    // share less margin, of memory, in whole GiB
    "0.50, 0.10, 8192, 3", // 0.4 of 8 GiB is 3.2
    "0.50, 0.00, 8192, 4",
    "0.05, 0.10, 8192, 0", // nothing left
    "1.20, 0.00, 8192, 8", // never more than there is
    "0.50, 0.00, 1792, 0", // 0.875 GiB
    "0.90, -0.50, 8192, 8",
    "1.00, 1.00, 65536, 0"
  })
  void untouchedGiB_isRoundedDown(float share, float margin, long memoryMiB, int expected) {
    assertThat(new OperatingPoint(0.5f, margin).untouchedGiB(memoryMiB, share)).isEqualTo(expected);
  }

  @Test
  void insensitive_atThreshold_isInsensitive() {
    OperatingPoint point = new OperatingPoint(0.75f, 0);

    assertThat(point.insensitive(0.75f)).isTrue();
    assertThat(point.insensitive(Math.nextDown(0.75f))).isFalse();
    assertThat(point.insensitive(Float.NaN)).isFalse();
    assertThat(OperatingPoint.NOTHING.insensitive(1)).isFalse();
  }
}
