package io.tarn.local.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class MeasuredTest {

  @Test
  void micros_isTheNearestRank() {
    Measured measured =
        new Measured(LongStream.rangeClosed(1, 1000).map(i -> (1001 - i) * 1000).toArray(), 4);
    assertThat(measured.micros(0.50)).isEqualTo(500);
    assertThat(measured.micros(0.99)).isEqualTo(990);
    assertThat(measured.micros(0.999)).isEqualTo(999);
    assertThat(measured.perSecond()).isEqualTo(250);
  }
}
