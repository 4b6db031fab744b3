package io.tarn.agent.strand;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Waits after failures: doubled each time up to a limit, and of each wait a random half, so that
 * many hosts do not come back at the same moment.
 */
public final class Backoff {

  private final Duration first;
  private final Duration most;
  private final RandomGenerator random;
  private Duration next;

  /**
   * @param first the first wait at its longest
   * @param most the longest wait
   */
  public Backoff(Duration first, Duration most, RandomGenerator random) {
    this.first = first;
    this.most = most;
    this.random = random;
    this.next = first;
  }

  /** How long to wait now. */
  public Duration next() {
    long whole = next.toNanos();
    Duration doubled = next.multipliedBy(2);
    next = doubled.compareTo(most) < 0 ? doubled : most;
    return Duration.ofNanos((long) (whole * (0.5 + random.nextDouble() / 2)));
  }

  /** Starts over after a success. */
  public void reset() {
    next = first;
  }
}
