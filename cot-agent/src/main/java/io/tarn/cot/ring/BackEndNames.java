package io.tarn.cot.ring;

import java.util.List;
import java.util.Set;

/** Checks the back ends of a ring. */
final class BackEndNames {

  private BackEndNames() {}

  static List<String> checked(List<String> backEnds) {
    if (backEnds.isEmpty()) {
      throw new IllegalArgumentException("no back end, accepted: at least one");
    }
    if (Set.copyOf(backEnds).size() != backEnds.size()) {
      throw new IllegalArgumentException(
          "a back end twice in " + backEnds + ", accepted: each once");
    }
    return List.copyOf(backEnds);
  }
}
