package io.tarn.agent.probe;

import io.tarn.contracts.InvalidField;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A clock that stands still until it is moved; it remembers when it was moved, so that an event of
 * the wall clock can be put where it belongs. Before its first move it shows the wall clock.
 */
public final class SteppedClock implements ProbeClock {

  /**
   * A move.
   *
   * @param wallMillis when, by the wall clock
   * @param shownMillis what it shows from then on
   */
  public record Step(long wallMillis, long shownMillis) {}

  private final TreeMap<Long, Long> steps = new TreeMap<>();

  /**
   * @param earlier moves that were made before, in order
   */
  public SteppedClock(List<Step> earlier) {
    earlier.forEach(step -> steps.put(step.wallMillis(), step.shownMillis()));
  }

  @Override
  public synchronized long nowMillis() {
    Map.Entry<Long, Long> last = steps.lastEntry();
    return last == null ? 0 : last.getValue();
  }

  @Override
  public synchronized long at(long wallMillis) {
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
   * @param wallMillis now, by the wall clock
   * @param shownMillis what it shall show, at least what it shows now
   * @throws InvalidField when that is earlier
   */
  public synchronized void moveTo(long wallMillis, long shownMillis) {
    long now = nowMillis();
    if (shownMillis < now) {
      throw new InvalidField(
          "nowMillis", Long.toString(shownMillis), "at least " + now + ", the clock never falls");
    }
    long wall = steps.isEmpty() ? wallMillis : Math.max(wallMillis, steps.lastKey());
    steps.put(wall, shownMillis);
  }

  /** The moves so far, in order. */
  public synchronized List<Step> steps() {
    return steps.entrySet().stream().map(e -> new Step(e.getKey(), e.getValue())).toList();
  }
}
