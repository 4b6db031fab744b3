package io.tarn.scheduler.saga;

/** Lets time pass between two tries, a little more after each and never the same for two. */
@FunctionalInterface
public interface Pause {

  /**
   * Returns when it is over.
   *
   * @param tries how many tries there were, from 1
   */
  void after(int tries);
}
