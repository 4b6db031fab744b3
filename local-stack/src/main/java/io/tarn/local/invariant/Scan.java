package io.tarn.local.invariant;

import io.tarn.contracts.bus.VmAccessScan;

/**
 * A scan of a VM's access bits, as sent or as stored.
 *
 * @param hostId where the VM was
 * @param takenMillis end of the scan by the host's clock
 * @param uptimeMillis how long the VM had been running
 * @param sizeMib its memory
 * @param coveredMib of it, looked at
 * @param touchedEverMib of it, touched since its start
 * @param touchedSinceLastScanMib of it, touched since the scan before
 * @param mechanism by name
 * @param sinceStart whether the union goes back to the VM's start
 */
record Scan(
    String hostId,
    long takenMillis,
    long uptimeMillis,
    long sizeMib,
    long coveredMib,
    long touchedEverMib,
    long touchedSinceLastScanMib,
    String mechanism,
    boolean sinceStart) {

  static Scan of(String hostId, VmAccessScan scan) {
    return new Scan(
        hostId,
        scan.getTakenAtMillis(),
        scan.getUptimeMillis(),
        scan.getSizeMib(),
        scan.getCoveredMib(),
        scan.getTouchedEverMib(),
        scan.getTouchedSinceLastScanMib(),
        scan.getMechanism().name(),
        scan.getSinceStart());
  }

  /** The later of two; of two at one moment the one that came first. */
  static Scan newer(Scan first, Scan second) {
    return second.takenMillis > first.takenMillis ? second : first;
  }
}
