package io.tarn.trainer.registry;

/** Tells the bus which pair serves, in the current transaction. */
@FunctionalInterface
public interface Announcer {

  /** The pair that serves from now on. */
  void announce(int scenario, String pairId);
}
