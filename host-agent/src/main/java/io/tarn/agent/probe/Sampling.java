package io.tarn.agent.probe;

import io.tarn.contracts.Check;

/**
 * When a VM is looked at. Counters are read each second of one minute in every so many, beginning
 * with the VM's second minute; access bits are scanned in an interval from the VM's start, and when
 * it ends.
 *
 * @param pmuEveryMinutes 1..1440; 1 reads every second of a VM's life
 * @param scanEveryMinutes 1..1440
 */
public record Sampling(int pmuEveryMinutes, int scanEveryMinutes) {

  private static final int MOST_MINUTES = 1440;
  private static final long MINUTE = 60_000;

  /** Checks the ranges. */
  public Sampling {
    Check.range("pmu-every-minutes", pmuEveryMinutes, 1, MOST_MINUTES);
    Check.range("scan-every-minutes", scanEveryMinutes, 1, MOST_MINUTES);
  }

  /**
   * Whether the counters of a second are read.
   *
   * @param second of the VM's life, from 0
   */
  boolean counted(long second) {
    return pmuEveryMinutes == 1 || (second / 60) % pmuEveryMinutes == 1;
  }

  /**
   * The first second from a given one on whose counters are read.
   *
   * @param second of the VM's life, from 0
   */
  long nextCounted(long second) {
    if (counted(second)) {
      return second;
    }
    long minute = second / 60;
    long ahead = Math.floorMod(1 - minute, (long) pmuEveryMinutes);
    return (minute + ahead) * 60;
  }

  /** How often access bits are scanned, in milliseconds. */
  long scanMillis() {
    return scanEveryMinutes * MINUTE;
  }
}
