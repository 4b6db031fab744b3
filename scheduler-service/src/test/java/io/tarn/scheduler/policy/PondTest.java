package io.tarn.scheduler.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.model.OperatingPoint;
import io.tarn.contracts.placement.VmRequest;
import io.tarn.contracts.placement.VmRequest.PoolUse;
import io.tarn.scheduler.prediction.Forecast;
import io.tarn.scheduler.prediction.Prediction;
import io.tarn.scheduler.prediction.Predictor;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PondTest {

  private static final Guests LINUX = new Guests(List.of("linux"));

  @ParameterizedTest
  @CsvSource({
    // memory MiB, insensitive, untouched GiB -> ceiling, as zNUMA, reason
    "16384, true,  5, 16, 5, insensitive",
    "16384, true,  0, 16, 0, insensitive",
    "16384, false, 5,  5, 5, untouched",
    "16384, false, 0,  0, 0, nothing-untouched",
    // slices are whole: of 3.5 GiB three can be pooled
    " 3584, true,  1,  3, 1, insensitive",
    // below one slice there is nothing to give
    "  512, true,  0,  0, 0, nothing-untouched",
    // more untouched than there is whole
    " 1792, false, 9,  1, 1, untouched",
  })
  void ceiling_followsThePrediction(
      long memoryMiB, boolean insensitive, int untouchedGiB, int most, int zNuma, String reason) {
    Prediction prediction = prediction(insensitive, untouchedGiB);
    PoolingPolicy pond = new Pond(request -> new Forecast.Made(prediction), LINUX);
    assertThat(pond.ceiling(vm(memoryMiB, "Linux-6", PoolUse.ALLOWED)))
        .isEqualTo(new PoolCeiling(most, zNuma, reason, prediction));
  }

  @Test
  void ceiling_withoutAPrediction_isNothingAndSaysWhy() {
    PoolingPolicy pond = new Pond(request -> new Forecast.None("model-stale"), LINUX);
    assertThat(pond.ceiling(vm(16384, "linux", PoolUse.ALLOWED)))
        .isEqualTo(PoolCeiling.none("model-stale"));
    assertThat(PoolingPolicy.parse("pond").ceiling(vm(16384, "linux", PoolUse.ALLOWED)))
        .isEqualTo(PoolCeiling.none("no-model"));
  }

  @Test
  void ceiling_notEligible_asksNoModel() {
    Predictor never =
        request -> {
          throw new AssertionError("asked");
        };
    PoolingPolicy pond = new Pond(never, LINUX);
    assertThat(pond.ceiling(vm(16384, "linux", PoolUse.NEVER)).reason())
        .isEqualTo("request-forbids-pool");
    assertThat(pond.ceiling(vm(16384, "plan9", PoolUse.ALLOWED)).reason())
        .isEqualTo("guest-not-known-to-tolerate-znuma");
    assertThat(pond.ceiling(vm(16384, null, PoolUse.ALLOWED)).reason())
        .isEqualTo("guest-not-known-to-tolerate-znuma");
  }

  @Test
  void guests_all_areTaken() {
    assertThat(Guests.ANY.tolerate(null)).isTrue();
    assertThat(Guests.ANY.tolerate("plan9")).isTrue();
    assertThat(new Guests(List.of("Windows")).tolerate("windows-2022")).isTrue();
  }

  private static Prediction prediction(boolean insensitive, int untouchedGiB) {
    return new Prediction(
        "pair-1", 0.9f, 0.4f, new OperatingPoint(0.8f, 0.1f), insensitive, untouchedGiB);
  }

  private static VmRequest vm(long memoryMiB, @Nullable String guestOs, PoolUse pool) {
    return new VmRequest("v", 2, memoryMiB, "acme", "D2", guestOs, "west", "web.1", pool, Map.of());
  }
}
