package io.tarn.pool.egress;

import io.tarn.contracts.Check;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long EMCs may take.
 *
 * @param connectTimeout for a connection
 * @param callTimeout for a whole call, from the request to the last byte of the answer
 */
@ConfigurationProperties("tarn.pool.emc")
public record EmcProperties(
    @DefaultValue("500ms") Duration connectTimeout, @DefaultValue("1s") Duration callTimeout) {

  private static final Duration LEAST = Duration.ofMillis(1);
  private static final Duration MOST = Duration.ofHours(1);

  /** Checks the ranges. */
  public EmcProperties {
    Check.duration("tarn.pool.emc.connect-timeout", connectTimeout, LEAST, MOST);
    Check.duration("tarn.pool.emc.call-timeout", callTimeout, LEAST, MOST);
  }
}
