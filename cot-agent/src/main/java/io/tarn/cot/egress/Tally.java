package io.tarn.cot.egress;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How many epochs were taken, acknowledged and lost. Thread-safe. */
final class Tally {

  private static final long NANOS_PER_MILLI = 1_000_000;

  private long taken;
  private long acknowledged;
  private long lost;

  synchronized void taken() {
    taken++;
  }

  synchronized void ended(@Nullable Exception failure) {
    if (failure == null) {
      acknowledged++;
    } else {
      lost++;
    }
    notifyAll();
  }

  synchronized long acknowledged() {
    return acknowledged;
  }

  /** Waits until each is acknowledged or lost; whether each is acknowledged. */
  synchronized boolean await(Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    long left;
    while (acknowledged + lost < taken && (left = deadline - System.nanoTime()) > 0) {
      wait(left / NANOS_PER_MILLI + 1);
    }
    return acknowledged == taken;
  }
}
