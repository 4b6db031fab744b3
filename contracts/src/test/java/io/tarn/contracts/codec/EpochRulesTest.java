package io.tarn.contracts.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tarn.contracts.InvalidField;
import io.tarn.contracts.bus.BackEndLoad;
import io.tarn.contracts.bus.FrontEndEpoch;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class EpochRulesTest {

  private static final FrontEndEpoch GOOD =
      FrontEndEpoch.newBuilder()
          .setFrontEndId("fe-1")
          .setIncarnation(1)
          .setEpoch(1)
          .setBeganAtMillis(1_753_000_000_000L)
          .setEndedAtMillis(1_753_000_000_000L)
          .setSufficient(true)
          .setAccesses(100)
          .setCacheHits(40)
          .setTrackedHits(60)
          .setCacheLines(2)
          .setTrackedKeys(3)
          .setRing("ketama-160")
          .setTarget(1.1)
          .addBackEnds(load("10.0.0.1:11211", 0.25, 60))
          .addBackEnds(load("10.0.0.2:11211", 0.75, 0))
          .setAction("hold")
          .build();

  @Test
  void goodEpoch_roundTrip() throws UnreadableRecordException {
    assertThat(BusCodec.COT_EPOCHS.decode(BusCodec.COT_EPOCHS.encode(GOOD))).isEqualTo(GOOD);
  }

  static Stream<FrontEndEpoch> good() {
    return Stream.of(
        with(e -> e.setCacheLines(0).setTrackedKeys(1)),
        with(e -> e.setAccesses(0).setCacheHits(0).setTrackedHits(0).setSufficient(false)),
        with(e -> e.setIncarnation(Long.MAX_VALUE).setEpoch(Long.MAX_VALUE)),
        with(e -> e.clearBackEnds().addBackEnds(load("one", 1, 7))));
  }

  @ParameterizedTest
  @MethodSource("good")
  void edge_passes(FrontEndEpoch epoch) {
    assertThatCode(() -> EpochRules.check(epoch)).doesNotThrowAnyException();
  }

  static Stream<Arguments> bad() {
    return Stream.of(
        bad("front_end_id", FrontEndEpoch.Builder::clearFrontEndId),
        bad("front_end_id", e -> e.setFrontEndId("a/b")),
        bad("incarnation", FrontEndEpoch.Builder::clearIncarnation),
        bad("incarnation", e -> e.setIncarnation(-1)),
        bad("epoch", FrontEndEpoch.Builder::clearEpoch),
        bad("epoch", e -> e.setEpoch(-1)),
        bad("began_at_millis", FrontEndEpoch.Builder::clearBeganAtMillis),
        bad("ended_at_millis", e -> e.setEndedAtMillis(e.getBeganAtMillis() - 1)),
        bad("accesses", e -> e.setAccesses(-1)),
        bad("cache_hits", e -> e.setCacheHits(101)),
        bad("cache_hits", e -> e.setCacheHits(-1)),
        bad("tracked_hits", e -> e.setTrackedHits(61)),
        bad("tracked_hits", e -> e.setTrackedHits(-1)),
        bad("cache_lines", e -> e.setCacheLines(-1)),
        bad("tracked_keys", e -> e.setTrackedKeys(2)),
        bad("tracked_keys", e -> e.setTrackedKeys(-1)),
        bad("ring", FrontEndEpoch.Builder::clearRing),
        bad("target", e -> e.setTarget(1)),
        bad("target", e -> e.setTarget(Double.NaN)),
        bad("target", e -> e.setTarget(Double.POSITIVE_INFINITY)),
        bad("back_ends.size", FrontEndEpoch.Builder::clearBackEnds),
        bad("back_end_id", e -> e.setBackEnds(0, load("", 0.25, 1))),
        bad("back_end_id", e -> e.setBackEnds(0, load("10.0.0.2:11211", 0.25, 1))),
        bad("ring_share", e -> e.setBackEnds(0, load("a", 0, 1))),
        bad("ring_share", e -> e.setBackEnds(0, load("a", 1e-10, 1))),
        bad("ring_share", e -> e.setBackEnds(0, load("a", Double.NaN, 1))),
        bad("ring_share", e -> e.setBackEnds(0, load("a", 1.25, 1))),
        bad("ring_share.sum", e -> e.setBackEnds(0, load("a", 0.26, 1))),
        bad("look_ups", e -> e.setBackEnds(0, load("a", 0.25, -1))),
        bad("action", FrontEndEpoch.Builder::clearAction));
  }

  @ParameterizedTest
  @MethodSource("bad")
  void badEpoch_isRefusedByField(String field, FrontEndEpoch epoch) {
    assertThatExceptionOfType(InvalidField.class)
        .isThrownBy(() -> EpochRules.check(epoch))
        .withMessageStartingWith(field + " is ");
  }

  @Test
  void garbage_isRefused() {
    for (byte[] payload : List.of(new byte[] {0x0a}, new byte[0])) {
      assertThatExceptionOfType(UnreadableRecordException.class)
          .isThrownBy(() -> BusCodec.COT_EPOCHS.decode(payload))
          .withMessageStartingWith("tarn.cot.epochs record");
    }
  }

  private static Arguments bad(String field, UnaryOperator<FrontEndEpoch.Builder> change) {
    return Arguments.of(field, with(change));
  }

  private static FrontEndEpoch with(UnaryOperator<FrontEndEpoch.Builder> change) {
    return change.apply(GOOD.toBuilder()).build();
  }

  private static BackEndLoad load(String id, double share, long lookUps) {
    return BackEndLoad.newBuilder()
        .setBackEndId(id)
        .setRingShare(share)
        .setLookUps(lookUps)
        .build();
  }
}
