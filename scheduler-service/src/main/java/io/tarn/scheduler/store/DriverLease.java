package io.tarn.scheduler.store;

import java.time.Duration;

/**
 * How a replica drives VMs.
 *
 * @param holder the replica, unique per process
 * @param length how long a VM is left alone after a sign of its driver
 * @param readyPatience how long a placed VM is left alone before the pool manager is asked
 */
public record DriverLease(String holder, Duration length, Duration readyPatience) {}
