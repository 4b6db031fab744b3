package io.tarn.pool.device;

import java.time.Duration;

/**
 * How a pool's worker paces itself.
 *
 * @param renew how long the holder of a lease may be idle before it makes it last longer
 * @param standby how long the others wait before they try for it again
 * @param pace the least time from one pass to the next, while there is work
 * @param firstPause after a pass that the device kept from getting on
 * @param longestPause the pause doubles up to this
 */
public record DriverTimings(
    Duration renew, Duration standby, Duration pace, Duration firstPause, Duration longestPause) {}
