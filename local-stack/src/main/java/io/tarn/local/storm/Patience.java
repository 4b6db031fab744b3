package io.tarn.local.storm;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Waits until something is so. */
final class Patience {

  private static final long POLL_MILLIS = 20;

  private Patience() {}

  /** Something that may come to be so. */
  interface Condition {
    /**
     * Whether it is so.
     *
     * @throws IOException when it cannot be seen now
     */
    boolean holds() throws IOException, InterruptedException;
  }

  /**
   * Waits.
   *
   * @return whether it came to be so in time
   */
  static boolean await(Duration longest, Condition condition) throws InterruptedException {
    long deadline = System.nanoTime() + longest.toNanos();
    while (true) {
      try {
        if (condition.holds()) {
          return true;
        }
      } catch (IOException e) {
        // not seen now, perhaps later
      }
      if (System.nanoTime() > deadline) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }
}
