package io.tarn.scheduler.saga;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.tarn.contracts.placement.PlacementKind;
import io.tarn.contracts.placement.VmRequest;
import io.tarn.contracts.placement.VmState;
import io.tarn.contracts.placement.VmView;
import io.tarn.contracts.pool.GrantRequest;
import io.tarn.scheduler.placement.Place;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VmTest {

  private static final Place POOLED = new Place("h1", 4096, 4, "p1");
  private static final Place LOCAL = new Place("h2", 8192, 0, null);

  @Test
  void first_pooled_isPendingAndUntold() {
    Vm vm = Vm.first(request(), "static:50", POOLED);
    assertThat(vm.phase()).isEqualTo(Phase.PENDING);
    assertThat(vm.acknowledged()).isFalse();
    assertThat(vm.grantRequest()).isEqualTo(new GrantRequest("h1", "p1", 4));
    assertThat(vm.view())
        .isEqualTo(
            new VmView(
                "v",
                VmState.PENDING,
                PlacementKind.ZNUMA,
                "h1",
                2,
                8192,
                4096,
                4,
                "p1",
                "v.1",
                1,
                "static:50"));
  }

  @Test
  void first_allLocal_isReadyAtOnce() {
    Vm vm = Vm.first(request(), "all-local", LOCAL);
    assertThat(vm.phase()).isEqualTo(Phase.READY);
    assertThat(vm.acknowledged()).isTrue();
    assertThat(vm.grantId()).isNull();
    assertThat(vm.view().kind()).isEqualTo(PlacementKind.ALL_LOCAL);
  }

  @Test
  void moved_isTheNextAttempt() {
    Vm moved = Vm.first(request(), "static:50", POOLED).moved("static:50", LOCAL);
    assertThat(moved.attempt()).isEqualTo(2);
    assertThat(moved.phase()).isEqualTo(Phase.READY);
    assertThat(moved.place()).isEqualTo(LOCAL);
  }

  @Test
  void askedAgain_afterRefusal_countsOn() {
    Vm refused = Vm.first(request(), "static:50", POOLED).to(Phase.REFUSED);
    Vm again = refused.askedAgain(request(), "static:50", POOLED);
    assertThat(again.attempt()).isEqualTo(2);
    assertThat(again.phase()).isEqualTo(Phase.PENDING);
    assertThat(String.valueOf(again.grantId())).isEqualTo("v.2");
  }

  @ParameterizedTest
  @CsvSource({
    // from, then where it may go, as letters of: Pending placeD Ready deleTing deleteX reFused
    "PENDING,  DRTF",
    "PLACED,   RT",
    "READY,    T",
    "DELETING, X",
    "DELETED,  ''",
    "REFUSED,  PR",
  })
  void to_followsTheTableOnly(Phase from, String allowed) {
    for (Phase target : Phase.values()) {
      String letter =
          switch (target) {
            case PENDING -> "P";
            case PLACED -> "D";
            case READY -> "R";
            case DELETING -> "T";
            case DELETED -> "X";
            case REFUSED -> "F";
          };
      if (allowed.contains(letter)) {
        assertThat(from.to(target)).isEqualTo(target);
      } else {
        assertThatIllegalStateException()
            .isThrownBy(() -> from.to(target))
            .withMessage("no way from " + from + " to " + target);
      }
    }
  }

  private static VmRequest request() {
    return new VmRequest(
        "v", 2, 8192, null, null, null, null, null, VmRequest.PoolUse.ALLOWED, Map.of());
  }
}
