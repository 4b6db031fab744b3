package io.tarn.pool.sim;

/**
 * An invariant that did not hold.
 *
 * @param invariant the number of the design's section, for example {@code 4.1}
 * @param words what was seen
 */
public record Violation(String invariant, String words) {

  @Override
  public String toString() {
    return invariant + ": " + words;
  }
}
