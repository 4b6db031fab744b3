package io.tarn.fleet;

import io.tarn.contracts.Check;

/**
 * What telemetry knows of a VM's memory once it has left.
 *
 * @param sizeMiB its memory
 * @param scans how often its access bits were looked at, from 1
 * @param touchedEverMiB what the last scan found touched since the start, up to its size
 */
public record UntouchedOutcome(long sizeMiB, int scans, long touchedEverMiB) {

  /** Checks the ranges. */
  public UntouchedOutcome {
    Check.range("scans", scans, 1, Integer.MAX_VALUE);
    Check.range("touchedEverMiB", touchedEverMiB, 0, sizeMiB);
  }

  /** The share of its memory that it left untouched, 0..1. */
  public double untouchedShare() {
    return 1 - touchedEverMiB / (double) sizeMiB;
  }
}
