package io.tarn.pool.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tarn.contracts.pool.PoolBuffer;
import io.tarn.contracts.pool.PoolBuffer.State;
import io.tarn.pool.buffer.BufferStore.Granted;
import io.tarn.pool.buffer.BufferStore.Refused;
import io.tarn.pool.buffer.BufferStore.Released;
import io.tarn.pool.buffer.BufferStore.Standing;
import org.junit.jupiter.api.Test;

class BufferRulesTest {

  private static final long NOW = 1_000_000;
  private static final BufferSettings SETTINGS = new BufferSettings(3600, 300, 5_000, 10_000, 0.99);

  private final Tally tally = new Tally();

  @Test
  void poolWithoutGrants_needsNothing() {
    PoolBuffer buffer = forecast(standing(1, State.HOLDS, NOW - 7_200_000));
    assertThat(buffer.targetGiB()).isZero();
    assertThat(buffer.state()).isEqualTo(State.HOLDS);
    assertThat(buffer.releaseP99Millis()).isNull();
    assertThat(buffer.horizonMillis()).isEqualTo(15_000);
    assertThat(buffer.dryInMillis()).isNull();
  }

  @Test
  void poolWithNothingFree_isLowWhateverWasAskedFor() {
    PoolBuffer buffer = forecast(standing(0, State.LOW, NOW - 7_200_000));
    assertThat(buffer.targetGiB()).isZero();
    assertThat(buffer.state()).isEqualTo(State.LOW);
    assertThat(buffer.dryInMillis()).isZero();
  }

  @Test
  void horizon_isTheMeasuredTimeOnceThereAreEnough() {
    tally.add(new Released("p", 990, 4000, BufferRules.FEWEST_RELEASES - 1, 19));
    assertThat(forecast(standing(5, State.HOLDS, 0)).releaseP99Millis()).isNull();
    tally.add(new Released("p", 990, 6000, 1, 1));
    PoolBuffer buffer = forecast(standing(5, State.HOLDS, 0));
    assertThat(buffer.releaseP99Millis()).isEqualTo(6000);
    assertThat(buffer.horizonMillis()).isEqualTo(11_000);
  }

  @Test
  void target_isOfTheFasterOfBothRates() {
    // one a second in the last minutes, nothing before
    for (long second = 701; second <= 1000; second++) {
      tally.add(new Granted("p", second, 1, 1));
    }
    PoolBuffer buffer = forecast(standing(100, State.HOLDS, -10_000_000));
    assertThat(buffer.gibPerSecond()).isCloseTo(1, within(0.01));
    // the 99th percentile of a Poisson variable of mean 15
    assertThat(buffer.targetGiB()).isEqualTo(25);
    assertThat(buffer.mostAskedGiB()).isEqualTo(15);
    assertThat(buffer.headroomGiB()).isEqualTo(75);
    assertThat(buffer.dryInMillis()).isCloseTo(100_000L, within(1_000L));
  }

  @Test
  void target_coversTheLargestGrantAndTheWorstBurst() {
    tally.add(new Granted("p", 10, 16, 1));
    assertThat(forecast(standing(100, State.HOLDS, -10_000_000)).targetGiB()).isEqualTo(16);
    tally.add(new Granted("p", 20, 4, 10));
    PoolBuffer buffer = forecast(standing(100, State.HOLDS, -10_000_000));
    assertThat(buffer.mostAskedGiB()).isEqualTo(56);
    assertThat(buffer.targetGiB()).isEqualTo(56);
  }

  @Test
  void poolThatRefuses_forecastsWhatWasAskedFor() {
    for (long second = 701; second <= 1000; second++) {
      // two in three are refused
      tally.add(new Granted("p", second, 1, 1));
      tally.add(new Refused("p", second, 1, 2));
    }
    PoolBuffer buffer = forecast(standing(100, State.HOLDS, -10_000_000));
    assertThat(buffer.gibPerSecond()).isCloseTo(3, within(0.01));
    assertThat(buffer.mostAskedGiB()).isEqualTo(45);
    // the 99th percentile of a Poisson variable of mean 45
    assertThat(buffer.targetGiB()).isEqualTo(61);
    // what was refused takes nothing that is free
    assertThat(buffer.dryInMillis()).isCloseTo(100_000L, within(1_000L));
  }

  @Test
  void rateOfAYoungPool_isOfItsLife() {
    tally.add(new Granted("p", 990, 2, 10));
    PoolBuffer buffer = forecast(standing(100, State.HOLDS, NOW - 20_000));
    assertThat(buffer.gibPerSecond()).isCloseTo(1, within(0.001));
  }

  @Test
  void target_isAtMostThePool() {
    tally.add(new Granted("p", 999, 1, 5000));
    PoolBuffer buffer = forecast(standing(128, State.HOLDS, 0));
    assertThat(buffer.targetGiB()).isEqualTo(128);
    assertThat(buffer.state()).isEqualTo(State.HOLDS);
  }

  @Test
  void alarm_endsOnlyWithATenthMore() {
    tally.add(new Granted("p", 10, 20, 1));
    assertThat(forecast(standing(20, State.HOLDS, 0)).state()).isEqualTo(State.HOLDS);
    PoolBuffer low = forecast(standing(19, State.HOLDS, 0));
    assertThat(low.state()).isEqualTo(State.LOW);
    assertThat(low.sinceMillis()).isEqualTo(NOW);
    PoolBuffer still = forecast(standing(21, State.LOW, 0));
    assertThat(still.state()).isEqualTo(State.LOW);
    assertThat(still.sinceMillis()).isEqualTo(77);
    assertThat(forecast(standing(22, State.LOW, 0)).state()).isEqualTo(State.HOLDS);
  }

  private PoolBuffer forecast(Standing standing) {
    return BufferRules.forecast(standing, tally, SETTINGS, NOW);
  }

  private static Standing standing(int free, State state, long createdMillis) {
    return new Standing("p", 128, free, 3, 2, createdMillis, state, 77);
  }
}
