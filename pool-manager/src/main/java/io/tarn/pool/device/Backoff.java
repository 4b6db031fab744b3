package io.tarn.pool.device;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** Pauses that double up to a bound, each shortened at random by up to a half. */
final class Backoff {

  private final Duration first;
  private final Duration longest;
  private final RandomGenerator random;
  private Duration next;

  Backoff(Duration first, Duration longest, RandomGenerator random) {
    this.first = first;
    this.longest = longest;
    this.random = random;
    this.next = first;
  }

  Duration next() {
    Duration pause = next;
    Duration doubled = next.multipliedBy(2);
    next = doubled.compareTo(longest) < 0 ? doubled : longest;
    return jittered(pause);
  }

  void reset() {
    next = first;
  }

  /** A duration shortened at random by up to a half. */
  Duration jittered(Duration pause) {
    return Duration.ofNanos((long) (pause.toNanos() * (0.5 + random.nextDouble() / 2)));
  }
}
