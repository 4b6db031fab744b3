package io.tarn.pool.app;

import io.tarn.contracts.Check;
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

  private static final Duration LEAST = Duration.ofMillis(1);
  private static final Duration MOST = Duration.ofHours(1);
  private static final Duration MOST_AHEAD = Duration.ofDays(3650);

  /** Checks the ranges. */
  public FeedProperties {
    Check.duration("tarn.pool.feed.poll", poll, LEAST, MOST);
    Check.range("tarn.pool.feed.threads", threads, 1, 64);
    Check.duration("tarn.pool.feed.clock-ahead", clockAhead, Duration.ZERO, MOST_AHEAD);
  }
}
