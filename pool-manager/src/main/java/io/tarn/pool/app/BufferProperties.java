package io.tarn.pool.app;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import io.tarn.pool.buffer.BufferSettings;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How many free slices a pool is held to need.
 *
 * @param every how often each replica looks, 1s..1h; what is free must last so much longer
 * @param lookBack how much of the past forecasts are made from, 1m..1d
 * @param recent how much of it counts as the last minutes, 10s..{@code lookBack}
 * @param assumedRelease stands in for the time of releases until 20 were measured, up to 1h
 * @param drainAhead how long before a VM leaves what it does not use is taken offline, up to 1d;
 *     sooner where free slices are low
 * @param confidence with which what is free is to cover what is asked for, 0.5..0.9999
 */
@ConfigurationProperties("tarn.pool.buffer")
public record BufferProperties(
    @DefaultValue("5s") Duration every,
    @DefaultValue("1h") Duration lookBack,
    @DefaultValue("5m") Duration recent,
    @DefaultValue("10s") Duration assumedRelease,
    @DefaultValue("1m") Duration drainAhead,
    @DefaultValue("0.99") double confidence) {

  private static final String PREFIX = "tarn.pool.buffer.";

  /** Checks the ranges. */
  public BufferProperties {
    between("every", every, Duration.ofSeconds(1), Duration.ofHours(1));
    between("look-back", lookBack, Duration.ofMinutes(1), Duration.ofDays(1));
    between("recent", recent, Duration.ofSeconds(10), Duration.ofDays(1));
    Check.notAbove(PREFIX + "recent", recent, PREFIX + "look-back", lookBack);
    between("assumed-release", assumedRelease, Duration.ofMillis(1), Duration.ofHours(1));
    between("drain-ahead", drainAhead, Duration.ZERO, Duration.ofDays(1));
    if (!(confidence >= 0.5 && confidence <= 0.9999)) {
      throw new InvalidField(PREFIX + "confidence", Double.toString(confidence), "0.5..0.9999");
    }
  }

  BufferSettings settings() {
    return new BufferSettings(
        lookBack.toSeconds(),
        recent.toSeconds(),
        every.toMillis(),
        assumedRelease.toMillis(),
        confidence);
  }

  private static void between(String name, Duration value, Duration least, Duration most) {
    Check.duration(PREFIX + name, value, least, most);
  }
}
