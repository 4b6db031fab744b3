package io.tarn.local.bench;

import java.util.Arrays;

/** How fast something went. */
final class Measured {

  private static final double NANOS_PER_MICRO = 1000;

  private final long[] nanos;
  private final double seconds;

  /**
   * @param nanos how long each call took
   * @param seconds how long all of them took together, at the same time
   */
  Measured(long[] nanos, double seconds) {
    this.nanos = nanos.clone();
    Arrays.sort(this.nanos);
    this.seconds = seconds;
  }

  /** To three digits after the point, for tables. */
  static double rounded(double value) {
    return Math.round(value * 1000) / 1000.0;
  }

  double perSecond() {
    return nanos.length / seconds;
  }

  /** The smallest time that a share of the calls did not exceed (nearest rank), in microseconds. */
  long micros(double share) {
    int rank = (int) Math.ceil(share * nanos.length);
    return Math.round(nanos[Math.max(0, rank - 1)] / NANOS_PER_MICRO);
  }
}
