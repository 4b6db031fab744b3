package io.tarn.pool.app;

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

  private static final Duration LEAST = Duration.ofMillis(100);
  private static final Duration MOST = Duration.ofDays(1);

  /** Checks the ranges. */
  public RecallProperties {
    if (tries < 0 || tries > 100) {
      throw new IllegalArgumentException(
          "tarn.pool.recall.tries is " + tries + ", accepted: 0..100");
    }
    if (firstPause.compareTo(LEAST) < 0) {
      throw new IllegalArgumentException(
          "tarn.pool.recall.first-pause is " + firstPause + ", accepted: from " + LEAST);
    }
    if (longestPause.compareTo(firstPause) < 0 || longestPause.compareTo(MOST) > 0) {
      throw new IllegalArgumentException(
          "tarn.pool.recall.longest-pause is "
              + longestPause
              + ", accepted: "
              + firstPause
              + ".."
              + MOST);
    }
  }

  RecallPace pace() {
    return new RecallPace(tries, firstPause.toMillis(), longestPause.toMillis());
  }
}
