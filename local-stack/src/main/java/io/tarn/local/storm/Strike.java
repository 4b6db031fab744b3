package io.tarn.local.storm;

/** One thing that befalls a stack. */
sealed interface Strike {

  /** The process that it befalls, by its name in the stack. */
  String victim();

  /** How long after the strike before it, in milliseconds. */
  long afterMillis();

  /**
   * The process ends as {@code kill -9} ends it.
   *
   * @param victim its name
   * @param afterMillis how long after the strike before it
   */
  record Kill(String victim, long afterMillis) implements Strike {}

  /**
   * The process is stopped for a while as {@code kill -STOP} stops it.
   *
   * @param victim its name
   * @param afterMillis how long after the strike before it
   * @param millis how long it is stopped
   */
  record Pause(String victim, long afterMillis, long millis) implements Strike {}
}
