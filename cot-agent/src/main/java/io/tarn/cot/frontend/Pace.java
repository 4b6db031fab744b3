package io.tarn.cot.frontend;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** Time of a run: how long it has gone on, and waiting when it is ahead of its pace. */
final class Pace {

  private static final double NANOS_PER_SECOND = 1e9;

  private final LongSupplier nanoTime;
  private final long accessesPerSecond;
  private final long began;

  Pace(LongSupplier nanoTime, long accessesPerSecond) {
    this.nanoTime = nanoTime;
    this.accessesPerSecond = accessesPerSecond;
    this.began = nanoTime.getAsLong();
  }

  long elapsedNanos() {
    return nanoTime.getAsLong() - began;
  }

  /** Waits until so many accesses are due; comes back early when the thread is interrupted. */
  void keep(long accesses) {
    if (accessesPerSecond == Long.MAX_VALUE) {
      return;
    }
    double due = accesses * NANOS_PER_SECOND / accessesPerSecond;
    double ahead;
    while ((ahead = due - elapsedNanos()) > 0 && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos((long) ahead + 1);
    }
  }
}
