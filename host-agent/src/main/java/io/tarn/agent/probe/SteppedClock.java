package io.tarn.agent.probe;

import io.tarn.contracts.InvalidField;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A clock that stands still until it is moved, and may be let go: from then on it shows the wall
 * clock. It remembers both, so that an event of the wall clock can be put where it belongs.
 */
public final class SteppedClock implements ProbeClock {

  private static final long MOST_AHEAD_MILLIS = Duration.ofDays(3_653).toMillis();

  /**
   * A move.
   *
   * @param wallMillis when, by the wall clock
   * @param shownMillis what it shows from then on
   */
  public record Step(long wallMillis, long shownMillis) {}

  private final WallClock wall;
  private final TreeMap<Long, Long> steps = new TreeMap<>();
  private @Nullable Long letGoMillis;

  /**
   * @param wall the wall clock
   * @param earlier moves that were made before, in order
   * @param letGoMillis when it was let go, by the wall clock; {@code null} while it is stepped
   */
  public SteppedClock(Clock wall, List<Step> earlier, @Nullable Long letGoMillis) {
    this.wall = new WallClock(wall);
    this.letGoMillis = letGoMillis;
    earlier.forEach(step -> steps.put(step.wallMillis(), step.shownMillis()));
  }

  @Override
  public synchronized boolean begun() {
    return letGoMillis != null || !steps.isEmpty();
  }

  @Override
  public synchronized boolean goesByItself() {
    return letGoMillis != null;
  }

  /** Now, milliseconds since 1970; 0 before its first move. */
  @Override
  public synchronized long nowMillis() {
    if (letGoMillis != null) {
      return Math.max(letGoMillis, wall.nowMillis());
    }
    Map.Entry<Long, Long> last = steps.lastEntry();
    return last == null ? 0 : last.getValue();
  }

  /** What it showed at a moment; where that was before its first move, what it showed first. */
  @Override
  public synchronized long at(long wallMillis) {
    if (letGoMillis != null && (wallMillis >= letGoMillis || steps.isEmpty())) {
      return Math.max(letGoMillis, wallMillis);
    }
    Map.Entry<Long, Long> step = steps.floorEntry(wallMillis);
    if (step != null) {
      return step.getValue();
    }
    Map.Entry<Long, Long> first = steps.firstEntry();
    return first == null ? 0 : first.getValue();
  }

  /**
   * Moves it.
   *
   * @param shownMillis what it shall show, at least what it shows now, at most ten years after the
   *     wall clock
   * @throws InvalidField when that is earlier or later
   * @throws UnsupportedOperationException when it was let go
   */
  public synchronized void moveTo(long shownMillis) {
    requireStepped();
    long now = nowMillis();
    if (shownMillis < now) {
      throw new InvalidField(
          "nowMillis", Long.toString(shownMillis), "at least " + now + ", the clock never falls");
    }
    long latest = wall.nowMillis() + MOST_AHEAD_MILLIS;
    if (shownMillis > latest) {
      throw new InvalidField(
          "nowMillis",
          Long.toString(shownMillis),
          "at most " + latest + ", ten years after the wall clock");
    }
    steps.put(stepMillis(), shownMillis);
  }

  /**
   * Lets it go: from now on it shows the wall clock.
   *
   * @throws InvalidField when it shows a time later than the wall clock
   * @throws UnsupportedOperationException when it was let go before
   */
  public synchronized void letGo() {
    requireStepped();
    long now = nowMillis();
    long wallMillis = wall.nowMillis();
    if (now > wallMillis) {
      throw new InvalidField(
          "goesByItself",
          "true",
          "once the wall clock, now "
              + wallMillis
              + ", is not before what this clock shows, "
              + now);
    }
    letGoMillis = stepMillis();
  }

  private void requireStepped() {
    if (letGoMillis != null) {
      throw new UnsupportedOperationException("the clock goes by itself");
    }
  }

  /** Now, by the wall clock, and not before the last step where that was set back. */
  private long stepMillis() {
    long now = wall.nowMillis();
    return steps.isEmpty() ? now : Math.max(now, steps.lastKey());
  }

  /** The moves so far, in order. */
  public synchronized List<Step> steps() {
    return steps.entrySet().stream().map(e -> new Step(e.getKey(), e.getValue())).toList();
  }

  /** When it was let go, by the wall clock; {@code null} while it is stepped. */
  public synchronized @Nullable Long letGoMillis() {
    return letGoMillis;
  }
}
