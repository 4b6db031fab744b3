package io.tarn.pool.sim;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What came of one life.
 *
 * @param seed of the life
 * @param steps that it took; with a violation, the step at which it was seen
 * @param hash of everything that happened
 * @param violation the first invariant that did not hold, if one did not
 * @param event what the last step was
 * @param history the last steps
 * @param tally how often what happened that lives are lived for
 */
public record Lived(
    long seed,
    int steps,
    long hash,
    @Nullable Violation violation,
    String event,
    List<String> history,
    Map<String, Integer> tally) {

  /** Copies the collections. */
  public Lived {
    history = List.copyOf(history);
    tally = Collections.unmodifiableMap(new TreeMap<>(tally));
  }

  /** The end of the life for people: seed, step, event, the invariant in words, the last steps. */
  public String report() {
    StringBuilder report = new StringBuilder();
    history.forEach(line -> report.append(line).append('\n'));
    return report
        .append("seed ")
        .append(seed)
        .append(", step ")
        .append(steps)
        .append(": ")
        .append(event)
        .append('\n')
        .append(violation == null ? "every invariant held" : "violated: " + violation)
        .toString();
  }
}
