package io.tarn.scheduler.app;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import java.net.URI;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where the pool manager is and how long it may take.
 *
 * @param url its base, http or https
 * @param connectTimeout how long a connection may take
 * @param answerTimeout how long an answer may take; after that the VM goes elsewhere
 * @param viewInterval how often the pools are read
 * @param withdrawalPause until the end of a grant is asked for again, more with every try
 * @param withdrawalMostPause the most of it
 */
@ConfigurationProperties("tarn.pool-manager")
public record PoolManagerProperties(
    @DefaultValue("http://127.0.0.1:8081") URI url,
    @DefaultValue("500ms") Duration connectTimeout,
    @DefaultValue("2s") Duration answerTimeout,
    @DefaultValue("1s") Duration viewInterval,
    @DefaultValue("1s") Duration withdrawalPause,
    @DefaultValue("5s") Duration withdrawalMostPause) {

  private static final String PREFIX = "tarn.pool-manager.";
  private static final Duration LEAST = Duration.ofMillis(1);
  private static final Duration MOST = Duration.ofHours(1);

  /** Checks the ranges. */
  public PoolManagerProperties {
    if (!"http".equals(url.getScheme()) && !"https".equals(url.getScheme())) {
      throw new InvalidField(PREFIX + "url", url.toString(), "an http or https URL");
    }
    positive("connect-timeout", connectTimeout);
    positive("answer-timeout", answerTimeout);
    positive("view-interval", viewInterval);
    positive("withdrawal-pause", withdrawalPause);
    positive("withdrawal-most-pause", withdrawalMostPause);
    Check.notAbove(
        PREFIX + "withdrawal-pause",
        withdrawalPause,
        PREFIX + "withdrawal-most-pause",
        withdrawalMostPause);
  }

  /** The longest that one call can take. */
  Duration longestCall() {
    return connectTimeout.plus(answerTimeout);
  }

  private static void positive(String name, Duration value) {
    Check.duration(PREFIX + name, value, LEAST, MOST);
  }
}
