package io.tarn.contracts.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tarn.contracts.bus.EventHeader;
import io.tarn.contracts.bus.ModelAnnounced;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelRulesTest {

  @Test
  void decode_announcementOfAPairOrOfNone_isRead() throws UnreadableRecordException {
    for (String pairId : new String[] {"p182-0af3", ""}) {
      ModelAnnounced announced = announced(1, 1, 182, pairId);
      assertThat(BusCodec.MODELS.decode(BusCodec.MODELS.encode(announced))).isEqualTo(announced);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 182, p, sequence",
    "1, 0, 182, p, occurred_at_millis",
    "1, 253402300800000, 182, p, occurred_at_millis",
    "1, 1, 0, p, scenario",
    "1, 1, 200, p, scenario",
    "1, 1, -1, p, scenario",
    "1, 1, 222, a/b, pair_id"
  })
  void decode_unbelievable_namesTheField(
      long sequence, long millis, int scenario, String pairId, String field) {
    byte[] bytes = BusCodec.MODELS.encode(announced(sequence, millis, scenario, pairId));

    assertThatExceptionOfType(UnreadableRecordException.class)
        .isThrownBy(() -> BusCodec.MODELS.decode(bytes))
        .withMessageContaining(field + " is");
  }

  private static ModelAnnounced announced(long sequence, long millis, int scenario, String pairId) {
    return ModelAnnounced.newBuilder()
        .setHeader(EventHeader.newBuilder().setSequence(sequence).setOccurredAtMillis(millis))
        .setScenario(scenario)
        .setPairId(pairId)
        .build();
  }
}
