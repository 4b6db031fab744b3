package io.tarn.scheduler.app;

import io.tarn.scheduler.saga.Pause;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** Pauses for a random time that may be longer after every try, up to a bound. */
final class JitteredPause implements Pause {

  private final RandomGenerator random;
  private final Duration step;
  private final Duration most;

  JitteredPause(RandomGenerator random, Duration step, Duration most) {
    this.random = random;
    this.step = step;
    this.most = most;
  }

  @Override
  public void after(int tries) {
    long bound = Math.min(step.toMillis() * tries, most.toMillis());
    try {
      // the wait is the point: colliding writers must come back at different times
      Thread.sleep(1 + random.nextLong(bound));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
