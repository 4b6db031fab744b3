package io.tarn.agent.probe;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far the probes are; kept, so that a restarted agent neither reads a second twice nor takes an
 * incarnation twice.
 *
 * @param incarnation of the last start, rises
 * @param readUntilMillis everything up to here was read, probe clock, milliseconds since 1970
 * @param steps moves of a stepped clock
 * @param letGoMillis when a stepped clock was let go, wall clock, milliseconds since 1970; {@code
 *     null} when it was not
 */
public record Progress(
    long incarnation,
    long readUntilMillis,
    List<SteppedClock.Step> steps,
    @Nullable Long letGoMillis) {

  /** Before the first start. */
  public static final Progress NONE = new Progress(0, 0, List.of(), null);

  /** Copies the collection. */
  public Progress {
    steps = List.copyOf(steps);
  }

  /** The next start. */
  public Progress nextIncarnation() {
    return new Progress(incarnation + 1, readUntilMillis, steps, letGoMillis);
  }

  /** The same start, further. */
  public Progress readUntil(long millis) {
    return new Progress(incarnation, millis, steps, letGoMillis);
  }

  /** The same, with what a stepped clock went through. */
  public Progress with(SteppedClock clock) {
    return new Progress(incarnation, readUntilMillis, clock.steps(), clock.letGoMillis());
  }
}
