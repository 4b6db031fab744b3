package io.tarn.cot.cache;

/**
 * What a {@link CotCache} is built with.
 *
 * @param lines most keys with a value (C), 0..2^28
 * @param trackedKeys keys whose hotness is kept (K), above lines, at most 2^29
 * @param readWeight what a read adds to the hotness of a key, above 0
 * @param updateWeight what an update takes from it, 0 and more
 * @param decay how fast hotness fades
 */
public record CacheSettings(
    int lines, int trackedKeys, double readWeight, double updateWeight, Decay decay) {

  /** Most keys that can be tracked. */
  public static final int MOST_TRACKED = 1 << 29;

  private static final int TRACKED_PER_LINE = 8;
  private static final int FEWEST_TRACKED = 2_048;

  /**
   * @throws IllegalArgumentException when a value is out of range
   */
  public CacheSettings {
    checkSize(lines, trackedKeys);
    if (!(readWeight > 0) || Double.isInfinite(readWeight)) {
      throw new IllegalArgumentException("readWeight is " + readWeight + ", accepted: above 0");
    }
    if (!(updateWeight >= 0) || Double.isInfinite(updateWeight)) {
      throw new IllegalArgumentException(
          "updateWeight is " + updateWeight + ", accepted: 0 and more");
    }
  }

  /**
   * A cache of so many lines with eight tracked keys for each, at least 2,048, both weights 1 and
   * the default decay.
   *
   * @throws IllegalArgumentException when lines is out of range
   */
  public static CacheSettings ofLines(int lines) {
    long tracked = Math.max(FEWEST_TRACKED, (long) TRACKED_PER_LINE * lines);
    return new CacheSettings(lines, (int) Math.min(tracked, MOST_TRACKED), 1, 1, Decay.DEFAULT);
  }

  static void checkSize(int lines, int trackedKeys) {
    if (lines < 0 || lines > MOST_TRACKED / 2) {
      throw new IllegalArgumentException(
          "lines is " + lines + ", accepted: 0.." + MOST_TRACKED / 2);
    }
    if (trackedKeys <= lines || trackedKeys > MOST_TRACKED) {
      throw new IllegalArgumentException(
          "trackedKeys is "
              + trackedKeys
              + ", accepted: above the "
              + lines
              + " lines, at most "
              + MOST_TRACKED);
    }
  }
}
