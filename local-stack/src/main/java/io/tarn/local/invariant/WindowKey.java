package io.tarn.local.invariant;

import java.time.Instant;

/**
 * Names a minute of a VM on a host.
 *
 * @param vmId the VM
 * @param hostId where it was
 * @param startMillis start of the minute by the host's clock, milliseconds since 1970
 */
record WindowKey(String vmId, String hostId, long startMillis) {

  /** For people. */
  String described() {
    return vmId + " on " + hostId + " at " + Instant.ofEpochMilli(startMillis);
  }
}
