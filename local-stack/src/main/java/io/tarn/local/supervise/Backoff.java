package io.tarn.local.supervise;

import java.time.Duration;

/** The pause before a process is started again: doubles while it keeps dying young. */
final class Backoff {

  static final Duration FIRST = Duration.ofMillis(200);
  static final Duration LONGEST = Duration.ofSeconds(10);
  static final Duration GROWN_UP = Duration.ofSeconds(30);

  private Duration next = FIRST;

  /**
   * The pause after a process that lived so long.
   *
   * @param lifetime of the process that has died
   */
  Duration after(Duration lifetime) {
    Duration pause = lifetime.compareTo(GROWN_UP) >= 0 ? FIRST : next;
    Duration doubled = pause.multipliedBy(2);
    next = doubled.compareTo(LONGEST) > 0 ? LONGEST : doubled;
    return pause;
  }
}
