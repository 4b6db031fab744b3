package io.tarn.agent.probe;

import java.util.List;

/**
 * How far the probes are; kept, so that a restarted agent neither reads a second twice nor takes an
 * incarnation twice.
 *
 * @param incarnation of the last start, rises
 * @param readUntilMillis everything up to here was read, probe clock, milliseconds since 1970
 * @param steps moves of a stepped clock
 */
public record Progress(long incarnation, long readUntilMillis, List<SteppedClock.Step> steps) {

  /** Before the first start. */
  public static final Progress NONE = new Progress(0, 0, List.of());

  /** Copies the collection. */
  public Progress {
    steps = List.copyOf(steps);
  }

  /** The next start. */
  public Progress nextIncarnation() {
    return new Progress(incarnation + 1, readUntilMillis, steps);
  }

  /** The same start, further. */
  public Progress readUntil(long millis, List<SteppedClock.Step> newSteps) {
    return new Progress(incarnation, millis, newSteps);
  }
}
