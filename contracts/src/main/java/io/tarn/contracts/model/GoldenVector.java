package io.tarn.contracts.model;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import java.util.List;

/**
 * What the two models answered when they were made; whoever opens them must get the same.
 *
 * @param counters inputs of the forest, a vector each
 * @param probabilities its answers, one for each
 * @param vms inputs of the model of untouched memory
 * @param untouchedShares its answers, one for each
 */
public record GoldenVector(
    List<List<Float>> counters,
    List<Float> probabilities,
    List<List<Float>> vms,
    List<Float> untouchedShares) {

  /** How far an answer may be from the one given here. */
  public static final float TOLERANCE = 1e-6f;

  private static final int MOST = 1000;

  /** Checks and copies the lists. */
  public GoldenVector {
    counters = rows("golden.counters", counters);
    probabilities = Check.items("golden.probabilities", probabilities);
    vms = rows("golden.vms", vms);
    untouchedShares = Check.items("golden.untouchedShares", untouchedShares);
    Check.range(
        "golden.probabilities.size", probabilities.size(), counters.size(), counters.size());
    Check.range("golden.untouchedShares.size", untouchedShares.size(), vms.size(), vms.size());
  }

  /**
   * Compares answers with those given here.
   *
   * @param field names them in the error
   * @throws InvalidField at the first that is too far off
   */
  public static void compare(String field, List<Float> expected, float[] answers) {
    Check.range(field + ".size", answers.length, expected.size(), expected.size());
    for (int i = 0; i < answers.length; i++) {
      if (!(Math.abs(answers[i] - expected.get(i)) <= TOLERANCE)) {
        throw new InvalidField(
            field + "[" + i + "]", Float.toString(answers[i]), Float.toString(expected.get(i)));
      }
    }
  }

  private static List<List<Float>> rows(String field, List<List<Float>> rows) {
    List<List<Float>> copy = Check.items(field, rows);
    Check.range(field + ".size", copy.size(), 1, MOST);
    return copy.stream().map(row -> Check.items(field, row)).toList();
  }
}
