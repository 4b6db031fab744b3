package io.tarn.scheduler.host;

/** A clock that only measures how much time has passed. */
@FunctionalInterface
public interface Ticker {

  /** Nanoseconds since a point that never changes while the process runs. */
  long nanos();
}
