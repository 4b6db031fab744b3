package io.tarn.pool.app;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How often pools are audited without being asked for.
 *
 * @param every each replica audits the pools that it drives this often, for its metrics
 */
@ConfigurationProperties("tarn.pool.audit")
public record AuditProperties(@DefaultValue("1m") Duration every) {

  /** Checks the range. */
  public AuditProperties {
    if (every.isNegative() || every.isZero()) {
      throw new IllegalArgumentException("tarn.pool.audit.every must be above 0");
    }
  }
}
