package io.tarn.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tarn.contracts.InvalidField;
import java.util.List;
import org.junit.jupiter.api.Test;

class SteppedClockTest {

  private final SteppedClock clock = new SteppedClock(List.of());

  @Test
  void at_isWhatItShowedThen() {
    clock.moveTo(100, 5_000);
    clock.moveTo(200, 9_000);
    assertThat(clock.nowMillis()).isEqualTo(9_000);
    assertThat(clock.at(99)).isEqualTo(5_000);
    assertThat(clock.at(100)).isEqualTo(5_000);
    assertThat(clock.at(199)).isEqualTo(5_000);
    assertThat(clock.at(200)).isEqualTo(9_000);
    assertThat(clock.at(10_000)).isEqualTo(9_000);
  }

  @Test
  void moveTo_neverBack() {
    clock.moveTo(100, 5_000);
    assertThatThrownBy(() -> clock.moveTo(200, 4_999))
        .isInstanceOf(InvalidField.class)
        .hasMessageContaining("at least 5000");
    assertThat(clock.nowMillis()).isEqualTo(5_000);
  }

  @Test
  void moveTo_wallClockSetBack_keepsTheOrder() {
    clock.moveTo(100, 5_000);
    clock.moveTo(50, 6_000);
    assertThat(clock.nowMillis()).isEqualTo(6_000);
    assertThat(clock.at(100)).isEqualTo(6_000);
  }

  @Test
  void steps_makeTheSameClockAgain() {
    clock.moveTo(100, 5_000);
    clock.moveTo(200, 9_000);
    SteppedClock again = new SteppedClock(clock.steps());
    assertThat(again.nowMillis()).isEqualTo(9_000);
    assertThat(again.at(150)).isEqualTo(5_000);
  }
}
