package io.tarn.pool.app;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How hosts are handed their commands.
 *
 * @param poll how soon a command that another replica committed reaches a host that waits here
 * @param threads that read the feeds of hosts which were woken, 1..64
 * @param clockAhead how far a host's clock may be ahead of this machine's, 0..10 years
 */
@ConfigurationProperties("tarn.pool.feed")
public record FeedProperties(
    @DefaultValue("100ms") Duration poll,
    @DefaultValue("2") int threads,
    @DefaultValue("1d") Duration clockAhead) {

  private static final Duration MOST_AHEAD = Duration.ofDays(3650);

  /** Checks the ranges. */
  public FeedProperties {
    if (poll.isNegative() || poll.isZero()) {
      throw new IllegalArgumentException("tarn.pool.feed.poll must be above 0");
    }
    if (threads < 1 || threads > 64) {
      throw new IllegalArgumentException(
          "tarn.pool.feed.threads is " + threads + ", accepted: 1..64");
    }
    if (clockAhead.isNegative() || clockAhead.compareTo(MOST_AHEAD) > 0) {
      throw new IllegalArgumentException(
          "tarn.pool.feed.clock-ahead is " + clockAhead + ", accepted: 0.." + MOST_AHEAD);
    }
  }
}
