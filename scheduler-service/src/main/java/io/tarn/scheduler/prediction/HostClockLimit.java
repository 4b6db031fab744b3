package io.tarn.scheduler.prediction;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How late a host's clock may show that it is.
 *
 * @param ahead how far it may be ahead of this machine's
 * @param nowMillis this machine's clock, milliseconds since 1970
 */
public record HostClockLimit(Duration ahead, LongSupplier nowMillis) {

  /** The latest time that is believed now, milliseconds since 1970. */
  public long latestMillis() {
    return nowMillis.getAsLong() + ahead.toMillis();
  }
}
