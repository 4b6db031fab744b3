package io.tarn.pool.feed;

import java.time.Duration;
import java.time.InstantSource;

/**
 * How late a host's clock may show that it is.
 *
 * @param ahead how far it may be ahead of this machine's
 * @param clock this machine's
 */
public record HostClockLimit(Duration ahead, InstantSource clock) {

  /** This machine's time, milliseconds since 1970. */
  long nowMillis() {
    return clock.millis();
  }

  /** The latest time of a host that is believed at a time of this machine. */
  long latestMillis(long nowMillis) {
    return nowMillis + ahead.toMillis();
  }
}
