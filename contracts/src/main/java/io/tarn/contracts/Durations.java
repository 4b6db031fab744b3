package io.tarn.contracts;

import java.time.Duration;

/** Durations as people write them in properties: a number and one of d, h, m, s, ms, us, ns. */
public final class Durations {

  private static final long NANOS_PER_MICRO = 1_000;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private Durations() {}

  /** In the largest unit that says it exactly: {@code 90s}, {@code 2m}, {@code 0s}. */
  public static String text(Duration duration) {
    if (duration.isZero()) {
      return "0s";
    }
    long seconds = duration.toSeconds();
    return duration.equals(Duration.ofSeconds(seconds)) ? seconds(seconds) : parts(duration);
  }

  private static String seconds(long seconds) {
    if (seconds % 86_400 == 0) {
      return seconds / 86_400 + "d";
    }
    if (seconds % 3_600 == 0) {
      return seconds / 3_600 + "h";
    }
    return seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
  }

  private static String parts(Duration duration) {
    try {
      long nanos = duration.toNanos();
      if (nanos % NANOS_PER_MILLI == 0) {
        return nanos / NANOS_PER_MILLI + "ms";
      }
      return nanos % NANOS_PER_MICRO == 0 ? nanos / NANOS_PER_MICRO + "us" : nanos + "ns";
    } catch (ArithmeticException e) {
      // centuries and a bit: the bit does not matter to anybody
      return seconds(duration.toSeconds());
    }
  }
}
