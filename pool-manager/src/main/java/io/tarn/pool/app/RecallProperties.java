package io.tarn.pool.app;

import io.tarn.contracts.Check;
import io.tarn.pool.ledger.RecallPace;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How slices that their host could not give up are asked for again by themselves.
 *
 * @param tries how often, 0..100; 0 for never
 * @param firstPause how long after it got stuck, from 100ms; doubles with each try
 * @param longestPause bound of that pause, up to 1d
 */
@ConfigurationProperties("tarn.pool.recall")
public record RecallProperties(
    @DefaultValue("8") int tries,
    @DefaultValue("5s") Duration firstPause,
    @DefaultValue("10m") Duration longestPause) {

  private static final String FIRST_PAUSE = "tarn.pool.recall.first-pause";
  private static final String LONGEST_PAUSE = "tarn.pool.recall.longest-pause";
  private static final Duration LEAST = Duration.ofMillis(100);
  private static final Duration MOST = Duration.ofDays(1);

  /** Checks the ranges. */
  public RecallProperties {
    Check.range("tarn.pool.recall.tries", tries, 0, 100);
    Check.duration(FIRST_PAUSE, firstPause, LEAST, MOST);
    Check.duration(LONGEST_PAUSE, longestPause, LEAST, MOST);
    Check.notAbove(FIRST_PAUSE, firstPause, LONGEST_PAUSE, longestPause);
  }

  RecallPace pace() {
    return new RecallPace(tries, firstPause.toMillis(), longestPause.toMillis());
  }
}
