package io.tarn.agent.probe;

/** The time that samples carry. Simulated hosts may live faster than the wall clock. */
public interface ProbeClock {

  /** Whether it shows a time; a clock that must be moved does not before its first move. */
  boolean begun();

  /** Whether it goes by itself, as the wall clock does. */
  boolean goesByItself();

  /** Now, milliseconds since 1970. Never falls. */
  long nowMillis();

  /**
   * What this clock showed at a moment of the wall clock.
   *
   * @param wallMillis milliseconds since 1970
   */
  long at(long wallMillis);
}
