package io.tarn.agent.probe;

/** The time that samples carry. Simulated hosts may live faster than the wall clock. */
public interface ProbeClock {

  /** Now, milliseconds since 1970. Never falls. */
  long nowMillis();

  /**
   * What this clock showed at a moment of the wall clock.
   *
   * @param wallMillis milliseconds since 1970
   */
  long at(long wallMillis);
}
