package io.tarn.local.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tarn.contracts.InvalidField;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class StormPlanTest {

  @Test
  void of_killsAndPausesAsOftenAsAsked() {
    for (int kills : new int[] {0, 1, 8, 50}) {
      for (int pauses : new int[] {0, 1, 3, 20}) {
        StormPlan plan = StormPlan.of(7, kills, pauses);
        assertThat(plan.kills()).isEqualTo(kills);
        assertThat(plan.pauses()).isEqualTo(pauses);
      }
    }
  }

  @Test
  void of_oneOfFourPausesIsOfALeader_andAtLeastOne() {
    assertThat(StormPlan.of(1, 50, 20).sleepingLeaders()).isEqualTo(5);
    assertThat(StormPlan.of(1, 8, 3).sleepingLeaders()).isEqualTo(1);
    assertThat(StormPlan.of(1, 8, 0).sleepingLeaders()).isZero();
  }

  @Test
  void of_everyVictimIsKilledEquallyOften() {
    Map<String, Long> kills =
        StormPlan.of(3, 50, 0).strikes().stream()
            .collect(Collectors.groupingBy(Strike::victim, Collectors.counting()));
    assertThat(kills)
        .containsOnlyKeys("pool-manager", "pool-manager-2", "postgres", "emulator", "agents")
        .allSatisfy((victim, times) -> assertThat(times).isEqualTo(10));
  }

  @Test
  void of_noVictimTwiceInAGust() {
    LongStream.rangeClosed(1, 50)
        .mapToObj(seed -> StormPlan.of(seed, 50, 20))
        .flatMap(plan -> plan.gusts().stream())
        .filter(Gust.Strikes.class::isInstance)
        .map(gust -> ((Gust.Strikes) gust).strikes().stream().map(Strike::victim).toList())
        .forEach(victims -> assertThat(victims).hasSizeBetween(1, 3).doesNotHaveDuplicates());
  }

  @Test
  void of_pausesLastFromAMomentToWellPastTheLease() {
    long[] millis =
        LongStream.rangeClosed(1, 50)
            .mapToObj(seed -> StormPlan.of(seed, 0, 20))
            .flatMap(plan -> plan.strikes().stream())
            .mapToLong(strike -> ((Strike.Pause) strike).millis())
            .sorted()
            .toArray();
    assertThat(millis).hasSize(50 * 15);
    assertThat(millis[0]).isBetween(300L, 600L);
    assertThat(millis[millis.length - 1]).isBetween(8_000L, 9_000L);
  }

  @Test
  void of_theSameSeedIsTheSamePlan() {
    assertThat(StormPlan.of(5, 50, 20)).isEqualTo(StormPlan.of(5, 50, 20));
    assertThat(
            LongStream.rangeClosed(1, 20)
                .mapToObj(seed -> StormPlan.of(seed, 50, 20).gusts())
                .collect(Collectors.groupingBy(Function.identity())))
        .hasSize(20);
  }

  @Test
  void of_outOfRange() {
    assertThatThrownBy(() -> StormPlan.of(1, -1, 0))
        .isInstanceOf(InvalidField.class)
        .hasMessage("--kills is -1, accepted: 0..1000");
    assertThatThrownBy(() -> StormPlan.of(1, 0, 1001))
        .isInstanceOf(InvalidField.class)
        .hasMessage("--pauses is 1001, accepted: 0..1000");
  }
}
