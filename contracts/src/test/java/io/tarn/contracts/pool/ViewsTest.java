package io.tarn.contracts.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.placement.HostView;
import io.tarn.contracts.placement.PlacementKind;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class ViewsTest {

  @Test
  void poolView_listsStatesInTheirOrder() {
    Map<SliceState, Integer> slices =
        Arrays.stream(SliceState.values()).collect(Collectors.toMap(state -> state, state -> 1));
    PoolView view =
        new PoolView("p1", 8, 1, URI.create("http://e"), null, 1, null, slices, List.of("h1"));
    assertThat(view.slices().keySet()).containsExactly(SliceState.values());
  }

  @Test
  void poolView_ofAManagerThatDoesNotSayServes() {
    String json =
        "{\"poolId\":\"p1\",\"capacityGiB\":8,\"freeGiB\":8,\"emc\":\"http://e\","
            + "\"incarnation\":1,\"slices\":{\"FREE\":8},\"hosts\":[]%s}";
    JsonMapper mapper = new JsonMapper();
    assertThat(mapper.readValue(json.formatted(""), PoolView.class).failed()).isFalse();
    PoolView failed = mapper.readValue(json.formatted(",\"failedAtMillis\":5"), PoolView.class);
    assertThat(failed.failed()).isTrue();
    assertThat(mapper.readValue(mapper.writeValueAsString(failed), PoolView.class))
        .isEqualTo(failed);
    assertThat(mapper.writeValueAsString(failed)).doesNotContain("\"failed\"");
  }

  @Test
  void hostView_listsLabelsInOrder() {
    HostView view =
        new HostView(
            "h1",
            1,
            0,
            1,
            0,
            0,
            0,
            false,
            null,
            List.of(),
            Map.of("c", "3", "a", "1", "b", "2"),
            1);
    assertThat(view.labels().keySet()).containsExactly("a", "b", "c");
  }

  @ParameterizedTest
  @CsvSource({"1024, 0, ALL_LOCAL", "1024, 1, ZNUMA", "0, 1, ALL_POOL"})
  void kind_followsFromTheShares(long localMiB, int poolGiB, PlacementKind kind) {
    assertThat(PlacementKind.of(localMiB, poolGiB)).isEqualTo(kind);
  }

  @ParameterizedTest
  @CsvSource({
    "GRANTED, true",
    "ONLINE, true",
    "RELEASING, false",
    "RELEASED, false",
    "LOST, false",
    "WITHDRAWN, false"
  })
  void live_onlyWhileTheVmMayUseIt(GrantState state, boolean live) {
    assertThat(state.live()).isEqualTo(live);
  }
}
