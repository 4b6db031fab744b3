package io.tarn.pool.app;

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

  /** Checks the range. */
  public OperationProperties {
    if (sweep.isNegative() || sweep.isZero()) {
      throw new IllegalArgumentException("tarn.pool.operation.sweep must be above 0");
    }
  }
}
