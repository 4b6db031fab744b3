package io.tarn.chassis.outbox;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How the relay works.
 *
 * @param batch rows per drain, 1..10,000
 * @param pollInterval how long events of another replica may wait before this one looks
 * @param pace the least time from one drain to the next while events come in, 0..1 s; what comes
 *     meanwhile goes with the next
 * @param patience how long the bus may take to confirm one round of records, 1 s..5 min
 */
@ConfigurationProperties("tarn.outbox")
public record OutboxProperties(
    @DefaultValue("500") int batch,
    @DefaultValue("250ms") Duration pollInterval,
    @DefaultValue("5ms") Duration pace,
    @DefaultValue("10s") Duration patience) {

  private static final Duration MOST_PACE = Duration.ofSeconds(1);
  private static final Duration LEAST_PATIENCE = Duration.ofSeconds(1);
  private static final Duration MOST_PATIENCE = Duration.ofMinutes(5);

  /** Checks the ranges. */
  public OutboxProperties {
    if (batch < 1 || batch > 10_000) {
      throw new IllegalArgumentException("tarn.outbox.batch is " + batch + ", accepted: 1..10000");
    }
    if (pollInterval.isNegative() || pollInterval.isZero()) {
      throw new IllegalArgumentException("tarn.outbox.poll-interval must be above 0");
    }
    if (pace.isNegative() || pace.compareTo(MOST_PACE) > 0) {
      throw new IllegalArgumentException("tarn.outbox.pace is " + pace + ", accepted: 0s..1s");
    }
    if (patience.compareTo(LEAST_PATIENCE) < 0 || patience.compareTo(MOST_PATIENCE) > 0) {
      throw new IllegalArgumentException(
          "tarn.outbox.patience is " + patience + ", accepted: 1s..5m");
    }
  }
}
