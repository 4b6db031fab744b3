package io.tarn.cot.cache;

/**
 * How fast hotness fades: after {@link #halfLife} accesses an access counts half of a new one.
 *
 * @param accessesPerLine of the half-life for each cache line, above 0; infinite for no decay
 * @param fewestAccesses a half-life is never shorter, at least 1
 */
public record Decay(double accessesPerLine, long fewestAccesses) {

  /** No decay: an access counts for ever. A hot set that moves is then followed late or never. */
  public static final Decay NONE = new Decay(Double.POSITIVE_INFINITY, 1);

  /** A half-life of 40 accesses for each line and at least 20,480 accesses (40 times 512 lines). */
  public static final Decay DEFAULT = new Decay(40, 20_480);

  /**
   * @throws IllegalArgumentException when a value is out of range
   */
  public Decay {
    if (!(accessesPerLine > 0)) {
      throw new IllegalArgumentException(
          "accessesPerLine is " + accessesPerLine + ", accepted: above 0");
    }
    if (fewestAccesses < 1) {
      throw new IllegalArgumentException(
          "fewestAccesses is " + fewestAccesses + ", accepted: 1 and more");
    }
  }

  /** The half-life of a cache of so many lines, in accesses; infinite for no decay. */
  public double halfLife(int lines) {
    return Double.isInfinite(accessesPerLine)
        ? accessesPerLine
        : Math.max((double) fewestAccesses, accessesPerLine * lines);
  }

  /** By what the weight of an access grows with each access that follows; 1 for no decay. */
  double growth(int lines) {
    return Math.pow(2, 1 / halfLife(lines));
  }
}
