package io.tarn.pool.device;

import java.util.List;

/**
 * What a pass over a pool came to.
 *
 * @param led whether the lease was held to the end; what was read is not written otherwise
 * @param done slices whose step was read back as done
 * @param undone slices whose step the device has not made
 * @param differing what was found where neither the old nor the new entry was
 */
record PassResult(boolean led, int done, int undone, List<String> differing) {

  static final PassResult IDLE = new PassResult(true, 0, 0, List.of());

  static final PassResult DEPOSED = new PassResult(false, 0, 0, List.of());

  PassResult {
    differing = List.copyOf(differing);
  }

  /** Whether there may be more to do at once. */
  boolean goOn() {
    return done > 0 || !led;
  }
}
