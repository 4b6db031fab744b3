package io.tarn.local.demo;

/** Is told how far a replay is. */
public interface ReplayListener {

  /** Hears nothing. */
  ReplayListener NONE = (events, simulatedSeconds) -> {};

  /**
   * An event was started.
   *
   * @param events how many were started so far
   * @param simulatedSeconds where the simulated day is
   */
  void started(long events, double simulatedSeconds);
}
