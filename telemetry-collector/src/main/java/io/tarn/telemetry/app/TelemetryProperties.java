package io.tarn.telemetry.app;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import io.tarn.telemetry.window.WindowRules;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How telemetry is counted and kept.
 *
 * @param readers threads that read the bus, 1..64
 * @param lateness how far a host's watermark stays behind its newest sample, 0..10 min
 * @param leastRunningShare a group of counters that ran for less of the time that it was enabled is
 *     refused, above 0, at most 1
 * @param leastCovered a window covered by less is not trusted, 1 ms..60 s
 * @param clockAhead how far a host's clock may be ahead of this machine's, 0..10 years
 * @param rawDays how long reports are kept as they came, and how old a record may be, 1..3650
 * @param days how long windows, scans and epochs are kept, at least {@code rawDays}, at most 3650
 * @param historyInterval how often customers' and workloads' histories are told anew
 * @param dayInterval how often days are made and dropped
 */
@ConfigurationProperties("tarn.telemetry")
public record TelemetryProperties(
    @DefaultValue("2") int readers,
    @DefaultValue("5s") Duration lateness,
    @DefaultValue("0.2") double leastRunningShare,
    @DefaultValue("30s") Duration leastCovered,
    @DefaultValue("1d") Duration clockAhead,
    @DefaultValue("10") int rawDays,
    @DefaultValue("30") int days,
    @DefaultValue("5s") Duration historyInterval,
    @DefaultValue("10m") Duration dayInterval) {

  private static final String PREFIX = "tarn.telemetry.";
  private static final int MOST_DAYS = 3650;

  /** Checks the ranges. */
  public TelemetryProperties {
    within("readers", readers, 1, 64);
    between("lateness", lateness, Duration.ZERO, Duration.ofMinutes(10));
    if (!(leastRunningShare > 0 && leastRunningShare <= 1)) {
      throw new InvalidField(
          PREFIX + "least-running-share", Double.toString(leastRunningShare), "above 0, at most 1");
    }
    between("least-covered", leastCovered, Duration.ofMillis(1), Duration.ofMinutes(1));
    between("clock-ahead", clockAhead, Duration.ZERO, Duration.ofDays(MOST_DAYS));
    within("raw-days", rawDays, 1, MOST_DAYS);
    within("days", days, rawDays, MOST_DAYS);
    between("history-interval", historyInterval, Duration.ofMillis(1), Duration.ofDays(1));
    between("day-interval", dayInterval, Duration.ofMillis(1), Duration.ofDays(1));
  }

  WindowRules windowRules() {
    return new WindowRules(leastRunningShare, (int) leastCovered.toMillis());
  }

  private static void within(String name, int value, int least, int most) {
    Check.range(PREFIX + name, value, least, most);
  }

  private static void between(String name, Duration value, Duration least, Duration most) {
    Check.duration(PREFIX + name, value, least, most);
  }
}
