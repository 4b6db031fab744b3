package io.tarn.cot.resize;

/**
 * What the resizer aims at and within which bounds.
 *
 * @param target weighted imbalance aimed at (I_t), above 1
 * @param tolerance part of its quality that a line may lose before the cache shrinks (epsilon),
 *     above 0, below 1
 * @param mostLines the cache never grows past this many lines, 2..2^26
 * @param trackedPerLine tracked keys for each line at first, 2..16; refocusing doubles it up to 16
 * @param fewestTracked tracked keys at least, 4..2^20
 * @param epochReads reads of an epoch at least; an epoch is never shorter than the tracked keys
 * @param violationEpochs epochs over which a violation must hold, at least 1
 * @param patience after so many times the look-ups that the target needs, what chance explains is
 *     no violation, at least 1
 * @param fruitlessGrowths so many growths in a row without improvement end the climb, at least 1
 */
public record ResizerPolicy(
    double target,
    double tolerance,
    int mostLines,
    int trackedPerLine,
    int fewestTracked,
    long epochReads,
    int violationEpochs,
    int patience,
    int fruitlessGrowths) {

  /** Most tracked keys for a line. */
  public static final int MOST_TRACKED_PER_LINE = 16;

  private static final int LINES_LIMIT = 1 << 26;
  private static final int FEWEST_TRACKED_LIMIT = 1 << 20;

  /**
   * @throws IllegalArgumentException when a value is out of range
   */
  public ResizerPolicy {
    if (!(target > 1) || Double.isInfinite(target)) {
      throw new IllegalArgumentException("target is " + target + ", accepted: above 1");
    }
    if (!(tolerance > 0 && tolerance < 1)) {
      throw new IllegalArgumentException(
          "tolerance is " + tolerance + ", accepted: above 0, below 1");
    }
    range("mostLines", mostLines, 2, LINES_LIMIT);
    range("trackedPerLine", trackedPerLine, 2, MOST_TRACKED_PER_LINE);
    range("fewestTracked", fewestTracked, 4, FEWEST_TRACKED_LIMIT);
    range("epochReads", epochReads, 1, Long.MAX_VALUE);
    range("violationEpochs", violationEpochs, 1, Integer.MAX_VALUE);
    range("patience", patience, 1, 1_000_000);
    range("fruitlessGrowths", fruitlessGrowths, 1, Integer.MAX_VALUE);
  }

  /**
   * The defaults for a target: tolerance 0.15, 8 tracked keys a line and at least 2,048, epochs of
   * 5,000 reads, violations over 3 epochs, patience 16, 3 fruitless growths.
   *
   * @throws IllegalArgumentException when a value is out of range
   */
  public static ResizerPolicy of(double target, int mostLines) {
    return new ResizerPolicy(target, 0.15, mostLines, 8, 2_048, 5_000, 3, 16, 3);
  }

  private static void range(String name, long value, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(name + " is " + value + ", accepted: " + min + ".." + max);
    }
  }
}
