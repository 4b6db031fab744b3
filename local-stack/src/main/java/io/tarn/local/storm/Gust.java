package io.tarn.local.storm;

import java.util.List;

/** What befalls a stack between two times of calm. */
sealed interface Gust {

  /** How long it is calm before, in milliseconds, from when everything is ready. */
  long calmMillis();

  /**
   * Strikes close together, each on another process.
   *
   * @param calmMillis how long it is calm before
   * @param strikes one after the other, none waits for the one before to be over
   */
  record Strikes(long calmMillis, List<Strike> strikes) implements Gust {

    /** Copies the collection. */
    public Strikes {
      strikes = List.copyOf(strikes);
    }
  }

  /**
   * The leader of a pool is stopped past its lease, between the commit of a grant and the device
   * call for it.
   *
   * @param calmMillis how long it is calm before
   */
  record SleepingLeader(long calmMillis) implements Gust {}
}
