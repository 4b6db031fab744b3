package io.tarn.local.stack;

import io.tarn.local.home.CannotStart;

/** Tells the person at the terminal what is being done and how long it took. */
public interface Progress {

  /**
   * Does a step and tells about it.
   *
   * @param what the step, for people
   * @param step does it
   */
  void step(String what, Step step) throws CannotStart, InterruptedException;

  /** Tells something that is no step. */
  void say(String line);

  /** Something that takes a moment. */
  interface Step {
    /** Does it. */
    void run() throws CannotStart, InterruptedException;
  }
}
