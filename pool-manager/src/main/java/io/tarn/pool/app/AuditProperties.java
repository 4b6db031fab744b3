package io.tarn.pool.app;

import io.tarn.contracts.Check;
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

  private static final Duration LEAST = Duration.ofMillis(1);
  private static final Duration MOST = Duration.ofDays(1);

  /** Checks the range. */
  public AuditProperties {
    Check.duration("tarn.pool.audit.every", every, LEAST, MOST);
  }
}
