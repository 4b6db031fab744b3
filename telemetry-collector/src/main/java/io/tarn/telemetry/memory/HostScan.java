package io.tarn.telemetry.memory;

import io.tarn.contracts.bus.VmAccessScan;

/**
 * A scan and the host that made it.
 *
 * @param hostId the host
 * @param scan as reported
 */
public record HostScan(String hostId, VmAccessScan scan) {}
