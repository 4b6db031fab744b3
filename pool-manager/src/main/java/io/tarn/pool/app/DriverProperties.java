package io.tarn.pool.app;

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

  /** Checks the ranges. */
  public DriverProperties {
    positive("lease", lease);
    positive("standby", standby);
    positive("poll", poll);
    positive("pace", pace);
    positive("first-pause", firstPause);
    if (longestPause.compareTo(firstPause) < 0) {
      throw new IllegalArgumentException(
          "tarn.pool.driver.longest-pause is " + longestPause + ", accepted: from " + firstPause);
    }
  }

  /**
   * Checks that a leader can hold its lease over a call of a device: it makes the lease last longer
   * when a third of it has passed, before and after each call.
   *
   * @throws IllegalArgumentException when the call may take longer than the rest
   */
  void mustOutlast(Duration callTimeout) {
    if (callTimeout.multipliedBy(3).compareTo(lease.multipliedBy(2)) >= 0) {
      throw new IllegalArgumentException(
          "tarn.pool.emc.call-timeout is "
              + callTimeout
              + ", accepted: less than two thirds of tarn.pool.driver.lease, which is "
              + lease);
    }
  }

  DriverTimings timings() {
    return new DriverTimings(lease.dividedBy(3), standby, pace, firstPause, longestPause);
  }

  private static void positive(String name, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException("tarn.pool.driver." + name + " must be above 0");
    }
  }
}
