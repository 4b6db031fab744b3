package io.tarn.fleet.vm;

import io.tarn.contracts.InvalidField;

/** How much slower a pool is than local memory (Pond, section 3.3). */
public enum Scenario {
  /** 78 ns local, 142 ns on the pool: 182 %. */
  S182(182, 78, 142),
  /** 115 ns local, 255 ns on the pool: 222 %. */
  S222(222, 115, 255);

  private final int percent;
  private final double localNanos;
  private final double poolNanos;

  Scenario(int percent, double localNanos, double poolNanos) {
    this.percent = percent;
    this.localNanos = localNanos;
    this.poolNanos = poolNanos;
  }

  /**
   * The scenario of that name.
   *
   * @param percent 182 or 222
   * @throws InvalidField for any other
   */
  public static Scenario of(int percent) {
    for (Scenario scenario : values()) {
      if (scenario.percent == percent) {
        return scenario;
      }
    }
    throw new InvalidField(
        "scenario", Integer.toString(percent), "182 or 222, latency of the pool in percent");
  }

  /** Latency of the pool in percent of local latency, rounded: its name everywhere. */
  public int percent() {
    return percent;
  }

  /** Nanoseconds that an access to local memory takes. */
  public double localNanos() {
    return localNanos;
  }

  /** What an access to the pool costs on top, as a share of a local one: 0.82 or 1.22. */
  public double extraLatency() {
    return poolNanos / localNanos - 1;
  }
}
