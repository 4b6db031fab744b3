package io.tarn.pool.app;

import io.tarn.contracts.Check;
import io.tarn.contracts.Durations;
import io.tarn.contracts.InvalidField;
import io.tarn.pool.device.DriverTimings;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How this replica drives the devices of pools.
 *
 * @param lease how long a leader may be silent before another replica takes over; longer than a
 *     call of a device may take
 * @param standby how long a replica that does not lead waits before it tries again
 * @param poll how soon work that another replica committed is seen
 * @param pace the least time from one pass over a pool to the next while there is work; what comes
 *     meanwhile goes with the next
 * @param firstPause after a device kept a pass from getting on; doubles
 * @param longestPause bound of that pause
 */
@ConfigurationProperties("tarn.pool.driver")
public record DriverProperties(
    @DefaultValue("3s") Duration lease,
    @DefaultValue("500ms") Duration standby,
    @DefaultValue("100ms") Duration poll,
    @DefaultValue("10ms") Duration pace,
    @DefaultValue("50ms") Duration firstPause,
    @DefaultValue("2s") Duration longestPause) {

  private static final String LEASE = "tarn.pool.driver.lease";
  private static final String FIRST_PAUSE = "tarn.pool.driver.first-pause";
  private static final String LONGEST_PAUSE = "tarn.pool.driver.longest-pause";
  private static final Duration LEAST = Duration.ofMillis(1);
  private static final Duration MOST = Duration.ofHours(1);

  /** Checks the ranges. */
  public DriverProperties {
    Check.duration(LEASE, lease, LEAST, MOST);
    Check.duration("tarn.pool.driver.standby", standby, LEAST, MOST);
    Check.duration("tarn.pool.driver.poll", poll, LEAST, MOST);
    Check.duration("tarn.pool.driver.pace", pace, LEAST, MOST);
    Check.duration(FIRST_PAUSE, firstPause, LEAST, MOST);
    Check.duration(LONGEST_PAUSE, longestPause, LEAST, MOST);
    Check.notAbove(FIRST_PAUSE, firstPause, LONGEST_PAUSE, longestPause);
  }

  /**
   * Checks that a leader can hold its lease over a call of a device: it makes the lease last longer
   * when a third of it has passed, before and after each call.
   *
   * @throws InvalidField when the call may take longer than the rest
   */
  void mustOutlast(Duration callTimeout) {
    if (callTimeout.multipliedBy(3).compareTo(lease.multipliedBy(2)) >= 0) {
      throw new InvalidField(
          "tarn.pool.emc.call-timeout",
          Durations.text(callTimeout),
          "less than two thirds of " + LEASE + ", which is " + Durations.text(lease));
    }
  }

  DriverTimings timings() {
    return new DriverTimings(lease.dividedBy(3), standby, pace, firstPause, longestPause);
  }
}
