package io.tarn.pool.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class BackoffTest {

  @Test
  void pauses_doubleUpToTheBoundAndStartAnew() {
    RandomGenerator longest = () -> -1L; // nextDouble is just below 1
    Backoff backoff = new Backoff(Duration.ofMillis(50), Duration.ofMillis(300), longest);
    assertThat(millis(backoff)).isEqualTo(50);
    assertThat(millis(backoff)).isEqualTo(100);
    assertThat(millis(backoff)).isEqualTo(200);
    assertThat(millis(backoff)).isEqualTo(300);
    assertThat(millis(backoff)).isEqualTo(300);
    backoff.reset();
    assertThat(millis(backoff)).isEqualTo(50);
  }

  @Test
  void jitter_takesUpToAHalf() {
    Backoff backoff = new Backoff(Duration.ofMillis(1), Duration.ofMillis(1), new Random(7));
    for (int i = 0; i < 1000; i++) {
      assertThat(backoff.jittered(Duration.ofMillis(100)))
          .isBetween(Duration.ofMillis(50), Duration.ofMillis(100));
    }
  }

  private static long millis(Backoff backoff) {
    return Math.round(backoff.next().toNanos() / 1e6);
  }
}
