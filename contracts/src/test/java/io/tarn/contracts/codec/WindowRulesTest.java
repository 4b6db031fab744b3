package io.tarn.contracts.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tarn.contracts.bus.History;
import io.tarn.contracts.bus.VmWindow;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class WindowRulesTest {

  @Test
  void goodOnes_roundTrip() throws UnreadableRecordException {
    VmWindow untrusted =
        Reports.window().setDistrust("thin").clearFeatures().clearFeatureVersion().build();
    for (VmWindow window : List.of(Reports.window().build(), untrusted)) {
      assertThat(BusCodec.WINDOWS.decode(BusCodec.WINDOWS.encode(window))).isEqualTo(window);
    }
    for (History history :
        List.of(
            Reports.history("c", "", "").setUntouched(Reports.untouched()).build(),
            Reports.history("c", "D4", "").setUntouched(Reports.untouched()).build(),
            Reports.history("c", "", "w").setCounters(Reports.counters()).build())) {
      assertThat(BusCodec.HISTORY.decode(BusCodec.HISTORY.encode(history))).isEqualTo(history);
    }
  }

  static Stream<Arguments> badWindows() {
    return Stream.of(
        badWindow("sequence", Reports.window().clearHeader()),
        badWindow("vm_id", Reports.window().clearVmId()),
        badWindow("host_id", Reports.window().clearHostId()),
        badWindow("start_millis", Reports.window().setStartMillis(-60_000)),
        badWindow("start_millis % 60000", Reports.window().setStartMillis(Reports.NOON + 1)),
        badWindow("revision", Reports.window().clearRevision()),
        badWindow("samples", Reports.window().clearSamples()),
        badWindow("covered_millis", Reports.window().setCoveredMillis(60_001)),
        badWindow("distrust", Reports.window().setDistrust("a\nb")),
        badWindow("local_mib", Reports.window().setLocalMib(Double.NaN)),
        badWindow("pool_gib", Reports.window().setPoolGib(-1)),
        badWindow("feature_version", Reports.window().clearFeatureVersion()),
        badWindow("features.size", Reports.window().clearFeatures()),
        badWindow("features", Reports.window().addFeatures(Float.NaN)),
        badWindow("size_mib", Reports.window().setScan(Reports.scan().clearSizeMib())));
  }

  @ParameterizedTest
  @MethodSource("badWindows")
  void badWindow_isRefusedByField(String field, VmWindow window) {
    assertThatExceptionOfType(UnreadableRecordException.class)
        .isThrownBy(() -> BusCodec.WINDOWS.decode(window.toByteArray()))
        .withMessageStartingWith("tarn.windows record: " + field + " is ");
  }

  static Stream<Arguments> badHistories() {
    return Stream.of(
        badHistory("sequence", Reports.history("c", "", "").clearHeader()),
        badHistory("as_of_millis", Reports.history("c", "", "").clearAsOfMillis()),
        Arguments.of("fact", Reports.history("c", "", "").build()),
        badHistory("customer", Reports.history("", "", "")),
        badHistory("workload", Reports.history("c", "", "w")),
        badHistory(
            "p50", Reports.history("c", "", "").setUntouched(Reports.untouched().setP50(0.2f))),
        badHistory(
            "p75", Reports.history("c", "", "").setUntouched(Reports.untouched().setP75(1.01f))),
        badHistory(
            "vms", Reports.history("c", "", "").setUntouched(Reports.untouched().clearVms())),
        badHistory("vm_type", Reports.history("c", "D4", "w").setCounters(Reports.counters())),
        badHistory("workload", Reports.history("c", "", "").setCounters(Reports.counters())),
        badHistory(
            "windows",
            Reports.history("c", "", "w").setCounters(Reports.counters().clearWindows())));
  }

  @ParameterizedTest
  @MethodSource("badHistories")
  void badHistory_isRefusedByField(String field, History history) {
    assertThatExceptionOfType(UnreadableRecordException.class)
        .isThrownBy(() -> BusCodec.HISTORY.decode(history.toByteArray()))
        .withMessageStartingWith("tarn.history record: " + field + " is ");
  }

  private static Arguments badWindow(String field, VmWindow.Builder window) {
    return Arguments.of(field, window.build());
  }

  private static Arguments badHistory(String field, History.Builder history) {
    boolean fact = history.hasCounters() || history.hasUntouched();
    return Arguments.of(
        field, (fact ? history : history.setUntouched(Reports.untouched())).build());
  }
}
