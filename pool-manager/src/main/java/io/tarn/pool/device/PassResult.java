package io.tarn.pool.device;

import java.util.List;

/**
 * What a pass over a pool came to.
 *
 * @param worked slices that needed their device
 * @param done slices whose step was read back as done
 * @param undone slices whose step the device has not made
 * @param differing what was found where neither the old nor the new entry was
 */
record PassResult(int worked, int done, int undone, List<String> differing) {

  static final PassResult IDLE = new PassResult(0, 0, 0, List.of());

  PassResult {
    differing = List.copyOf(differing);
  }

  /** Whether there may be more to do at once. */
  boolean goOn() {
    return done > 0;
  }

  /** Whether the device keeps something from getting on. */
  boolean stalled() {
    return worked > 0 && done == 0;
  }
}
