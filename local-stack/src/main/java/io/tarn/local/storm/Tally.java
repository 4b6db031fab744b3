package io.tarn.local.storm;

import io.tarn.local.invariant.CheckResult;
import java.util.ArrayList;
import java.util.List;

/** Counts what was looked at for one rule, and what broke it. For several threads. */
final class Tally {

  private static final int EXAMPLES = 5;

  private final String name;
  private final String meaning;
  private final List<String> examples = new ArrayList<>();
  private long looked;
  private int broken;

  /**
   * @param name of the rule
   * @param meaning what must hold, for people
   */
  Tally(String name, String meaning) {
    this.name = name;
    this.meaning = meaning;
  }

  /** So many things were looked at. */
  synchronized void looked(long things) {
    looked += things;
  }

  /** One of them breaks the rule. */
  synchronized void broken(String what) {
    broken++;
    if (examples.size() < EXAMPLES) {
      examples.add(what);
    }
  }

  /** One thing was looked at, and what was wrong with it; empty when nothing was. */
  void judged(String problem) {
    looked(1);
    if (!problem.isEmpty()) {
      broken(problem);
    }
  }

  synchronized CheckResult result() {
    return new CheckResult(name, meaning, looked, broken, examples);
  }
}
