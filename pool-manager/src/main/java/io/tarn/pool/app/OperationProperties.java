package io.tarn.pool.app;

import io.tarn.contracts.Check;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How operations are watched.
 *
 * @param sweep how often each replica looks for operations whose deadline has passed
 */
@ConfigurationProperties("tarn.pool.operation")
public record OperationProperties(@DefaultValue("250ms") Duration sweep) {

  private static final Duration LEAST = Duration.ofMillis(1);
  private static final Duration MOST = Duration.ofHours(1);

  /** Checks the range. */
  public OperationProperties {
    Check.duration("tarn.pool.operation.sweep", sweep, LEAST, MOST);
  }
}
