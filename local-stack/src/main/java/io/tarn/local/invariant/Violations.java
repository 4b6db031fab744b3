package io.tarn.local.invariant;

import java.util.ArrayList;
import java.util.List;

/** Counts what breaks a check, and keeps the first few: there may be a million of them. */
final class Violations {

  private static final int EXAMPLES = 5;

  private final List<String> examples = new ArrayList<>();
  private int count;

  void add(String violation) {
    count++;
    if (examples.size() < EXAMPLES) {
      examples.add(violation);
    }
  }

  /**
   * The result of the check.
   *
   * @param name of the check
   * @param meaning what must hold, for people
   * @param checked how many things were looked at
   */
  CheckResult result(String name, String meaning, long checked) {
    return new CheckResult(name, meaning, checked, count, examples);
  }
}
