package io.tarn.local.learn;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.local.home.Json;
import org.junit.jupiter.api.Test;

class TrainingTest {

  @Test
  void training_thatWasPromoted_namesThePair() {
    Training training = training("{\"state\":\"PROMOTED\",\"pairId\":\"p182-1\"}");

    assertThat(training.pairId()).isEqualTo("p182-1");
    assertThat(training.described()).isEqualTo("serves p182-1");
  }

  @Test
  void training_thatWasNot_namesNoneAndSaysWhy() {
    Training kept =
        training("{\"state\":\"KEPT\",\"pairId\":\"p182-2\",\"detail\":\"mispredicts 3 %\"}");

    assertThat(kept.pairId()).isNull();
    assertThat(kept.described()).isEqualTo("KEPT: mispredicts 3 %");
    assertThat(training("{\"state\":\"FAILED\"}").described()).isEqualTo("FAILED");
  }

  private static Training training(String json) {
    return Training.of(Json.MAPPER.readTree(json));
  }
}
