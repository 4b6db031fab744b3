package io.tarn.local.invariant;

import java.util.List;

/**
 * What a check found.
 *
 * @param name of the check
 * @param meaning what must hold, for people
 * @param checked how many things were looked at
 * @param violations how many of them break it
 * @param examples the first few, for people
 */
public record CheckResult(
    String name, String meaning, long checked, int violations, List<String> examples) {

  private static final int EXAMPLES = 5;

  /** Copies the collection. */
  public CheckResult {
    examples = List.copyOf(examples);
  }

  static CheckResult of(String name, String meaning, long checked, List<String> violations) {
    return new CheckResult(
        name,
        meaning,
        checked,
        violations.size(),
        violations.subList(0, Math.min(EXAMPLES, violations.size())));
  }

  /** Whether it holds. */
  public boolean holds() {
    return violations == 0;
  }
}
