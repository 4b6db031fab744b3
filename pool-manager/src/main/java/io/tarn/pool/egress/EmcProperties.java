package io.tarn.pool.egress;

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

  /** Checks the ranges. */
  public EmcProperties {
    if (connectTimeout.isNegative() || connectTimeout.isZero()) {
      throw new IllegalArgumentException("tarn.pool.emc.connect-timeout must be above 0");
    }
    if (callTimeout.isNegative() || callTimeout.isZero()) {
      throw new IllegalArgumentException("tarn.pool.emc.call-timeout must be above 0");
    }
  }
}
