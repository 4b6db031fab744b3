package io.tarn.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tarn.contracts.InvalidField;
import java.util.List;
import org.junit.jupiter.api.Test;

class SteppedClockTest {

  private final ManualClock wall = new ManualClock();
  private final SteppedClock clock = new SteppedClock(wall, List.of(), null);

  private void moveTo(long wallMillis, long shownMillis) {
    wall.show(wallMillis);
    clock.moveTo(shownMillis);
  }

  @Test
  void at_isWhatItShowedThen() {
    moveTo(100, 5_000);
    moveTo(200, 9_000);
    assertThat(clock.nowMillis()).isEqualTo(9_000);
    assertThat(clock.at(99)).isEqualTo(5_000);
    assertThat(clock.at(100)).isEqualTo(5_000);
    assertThat(clock.at(199)).isEqualTo(5_000);
    assertThat(clock.at(200)).isEqualTo(9_000);
    assertThat(clock.at(10_000)).isEqualTo(9_000);
  }

  @Test
  void moveTo_neverBack() {
    moveTo(100, 5_000);
    assertThatThrownBy(() -> moveTo(200, 4_999))
        .isInstanceOf(InvalidField.class)
        .hasMessageContaining("at least 5000");
    assertThat(clock.nowMillis()).isEqualTo(5_000);
  }

  @Test
  void moveTo_farBeyondTheWallClock_isRefused() {
    moveTo(100, 5_000);
    assertThatThrownBy(() -> moveTo(200, Long.MAX_VALUE))
        .isInstanceOf(InvalidField.class)
        .hasMessageContaining("ten years after the wall clock");
    assertThat(clock.nowMillis()).isEqualTo(5_000);
  }

  @Test
  void moveTo_wallClockSetBack_keepsTheOrder() {
    moveTo(100, 5_000);
    moveTo(50, 6_000);
    assertThat(clock.nowMillis()).isEqualTo(6_000);
    assertThat(clock.at(100)).isEqualTo(6_000);
  }

  @Test
  void letGo_showsTheWallClockAndWhatWasBeforeKeepsItsPlace() {
    moveTo(6_000, 1_000);
    moveTo(7_000, 2_000);
    assertThat(clock.goesByItself()).isFalse();
    wall.show(8_000);
    clock.letGo();
    assertThat(clock.goesByItself()).isTrue();
    assertThat(clock.nowMillis()).isEqualTo(8_000);
    wall.show(8_500);
    isAsLeft(clock);
    wall.show(8_400);
    assertThat(clock.nowMillis()).as("never falls").isEqualTo(8_500);
  }

  private static void isAsLeft(SteppedClock clock) {
    assertThat(clock.nowMillis()).isEqualTo(8_500);
    assertThat(clock.at(5_000)).isEqualTo(1_000);
    assertThat(clock.at(6_999)).isEqualTo(1_000);
    assertThat(clock.at(7_999)).isEqualTo(2_000);
    assertThat(clock.at(8_000)).isEqualTo(8_000);
    assertThat(clock.at(8_500)).isEqualTo(8_500);
  }

  @Test
  void letGo_aheadOfTheWallClock_isRefusedAndSaysBoth() {
    moveTo(100, 5_000);
    wall.show(4_999);
    assertThatThrownBy(clock::letGo)
        .isInstanceOf(InvalidField.class)
        .hasMessage(
            "goesByItself is true, accepted: once the wall clock, now 4999, is not before what this"
                + " clock shows, 5000");
    assertThat(clock.goesByItself()).isFalse();
    wall.show(5_000);
    clock.letGo();
    assertThat(clock.nowMillis()).isEqualTo(5_000);
  }

  @Test
  void letGo_neverMoved() {
    assertThat(clock.begun()).isFalse();
    wall.show(100);
    clock.letGo();
    assertThat(clock.begun()).isTrue();
    assertThat(clock.nowMillis()).isEqualTo(100);
    assertThat(clock.at(50)).isEqualTo(100);
    assertThat(clock.at(120)).isEqualTo(120);
  }

  @Test
  void letGo_isForGood() {
    wall.show(100);
    clock.letGo();
    assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(clock::letGo);
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> clock.moveTo(200));
  }

  @Test
  void whatItWentThrough_makesTheSameClockAgain() {
    moveTo(6_000, 1_000);
    moveTo(7_000, 2_000);
    SteppedClock stepped = new SteppedClock(wall, clock.steps(), clock.letGoMillis());
    assertThat(stepped.nowMillis()).isEqualTo(2_000);
    assertThat(stepped.at(6_500)).isEqualTo(1_000);
    assertThat(stepped.goesByItself()).isFalse();

    wall.show(8_000);
    clock.letGo();
    wall.show(8_500);
    isAsLeft(new SteppedClock(wall, clock.steps(), clock.letGoMillis()));
  }
}
