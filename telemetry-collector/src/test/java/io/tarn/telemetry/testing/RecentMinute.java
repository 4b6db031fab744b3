package io.tarn.telemetry.testing;

import java.time.Duration;
import java.time.Instant;

/** Whole minutes within the days that are kept. */
public final class RecentMinute {

  private static final long MINUTE_MILLIS = 60_000;

  private RecentMinute() {}

  /** The start of a minute so long ago, milliseconds since 1970. */
  public static long hoursAgo(int hours) {
    long then = Instant.now().minus(Duration.ofHours(hours)).toEpochMilli();
    return then / MINUTE_MILLIS * MINUTE_MILLIS;
  }
}
