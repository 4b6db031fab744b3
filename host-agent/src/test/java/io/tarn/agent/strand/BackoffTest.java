package io.tarn.agent.strand;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BackoffTest {

  @Test
  void next_doublesUpToTheLimitWithHalfOfItRandom() {
    Backoff backoff =
        new Backoff(Duration.ofMillis(100), Duration.ofMillis(350), new SplittableRandom(1));
    for (long longest : new long[] {100, 200, 350, 350}) {
      assertThat(backoff.next())
          .isBetween(Duration.ofMillis(longest / 2), Duration.ofMillis(longest));
    }
    backoff.reset();
    assertThat(backoff.next()).isLessThanOrEqualTo(Duration.ofMillis(100));
  }
}
