package io.tarn.pool.app;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How often a transaction that met another is run again.
 *
 * @param tries at most so many, 1..20
 * @param firstPause longest pause after the first; doubles with each
 */
@ConfigurationProperties("tarn.pool.ledger")
public record LedgerProperties(
    @DefaultValue("6") int tries, @DefaultValue("10ms") Duration firstPause) {

  /** Checks the ranges. */
  public LedgerProperties {
    if (tries < 1 || tries > 20) {
      throw new IllegalArgumentException(
          "tarn.pool.ledger.tries is " + tries + ", accepted: 1..20");
    }
    if (firstPause.toNanos() < 4) {
      throw new IllegalArgumentException("tarn.pool.ledger.first-pause must be above 0");
    }
  }
}
