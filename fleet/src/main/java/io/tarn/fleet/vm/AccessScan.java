package io.tarn.fleet.vm;

import io.tarn.contracts.Check;

/**
 * What a scan of the access bits finds, in pages of 2 MiB.
 *
 * @param touchedEverMiB memory accessed since the VM's start, up to its size
 * @param touchedSinceLastScanMiB memory accessed since the scan before, up to {@code
 *     touchedEverMiB}
 */
public record AccessScan(long touchedEverMiB, long touchedSinceLastScanMiB) {

  /** Checks the ranges. */
  public AccessScan {
    Check.range("touchedEverMiB", touchedEverMiB, 0, 32L << 20);
    Check.range("touchedSinceLastScanMiB", touchedSinceLastScanMiB, 0, touchedEverMiB);
  }
}
