package io.tarn.chassis.outbox;

import io.tarn.contracts.Check;
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
  private static final Duration LEAST_POLL = Duration.ofMillis(1);
  private static final Duration MOST_POLL = Duration.ofHours(1);
  private static final Duration LEAST_PATIENCE = Duration.ofSeconds(1);
  private static final Duration MOST_PATIENCE = Duration.ofMinutes(5);

  /** Checks the ranges. */
  public OutboxProperties {
    Check.range("tarn.outbox.batch", batch, 1, 10_000);
    Check.duration("tarn.outbox.poll-interval", pollInterval, LEAST_POLL, MOST_POLL);
    Check.duration("tarn.outbox.pace", pace, Duration.ZERO, MOST_PACE);
    Check.duration("tarn.outbox.patience", patience, LEAST_PATIENCE, MOST_PATIENCE);
  }
}
