package io.tarn.local.supervise;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackoffTest {

  @Test
  void after_doublesWhileProcessesDieYoungUpToTheLongest() {
    Backoff backoff = new Backoff();
    Duration young = Duration.ofSeconds(1);
    assertThat(backoff.after(young)).hasMillis(200);
    assertThat(backoff.after(young)).hasMillis(400);
    assertThat(backoff.after(young)).hasMillis(800);
    for (int i = 0; i < 10; i++) {
      backoff.after(young);
    }
    assertThat(backoff.after(young)).hasSeconds(10);
  }

  @Test
  void after_startsAgainWithTheFirstForOneThatLivedLong() {
    Backoff backoff = new Backoff();
    backoff.after(Duration.ofSeconds(1));
    backoff.after(Duration.ofSeconds(1));
    assertThat(backoff.after(Duration.ofMinutes(5))).hasMillis(200);
    assertThat(backoff.after(Duration.ofSeconds(1))).hasMillis(400);
  }
}
