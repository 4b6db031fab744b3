package io.tarn.pool.app;

import io.tarn.contracts.Check;
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

  private static final Duration LEAST = Duration.ofNanos(1_000);
  private static final Duration MOST = Duration.ofMinutes(1);

  /** Checks the ranges. */
  public LedgerProperties {
    Check.range("tarn.pool.ledger.tries", tries, 1, 20);
    Check.duration("tarn.pool.ledger.first-pause", firstPause, LEAST, MOST);
  }
}
