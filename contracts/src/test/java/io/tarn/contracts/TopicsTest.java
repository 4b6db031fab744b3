package io.tarn.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.codec.BusCodec;
import org.junit.jupiter.api.Test;

class TopicsTest {
  @Test
  void names_areThoseOfTheBus() {
    assertThat(BusCodec.PLACEMENTS.topic()).isEqualTo("tarn.placements");
    assertThat(BusCodec.SLICES.topic()).isEqualTo("tarn.slices");
    assertThat(BusCodec.COT_EPOCHS.topic()).isEqualTo("tarn.cot.epochs");
    assertThat(Topics.deadLetter(Topics.SLICES)).isEqualTo("tarn.slices.dlq");
  }
}
