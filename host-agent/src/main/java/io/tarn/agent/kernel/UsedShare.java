package io.tarn.agent.kernel;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import java.util.random.RandomGenerator;

/**
 * How much of a slice its VM uses on a simulated host, drawn for each slice.
 *
 * @param leastPercent 0..100
 * @param mostPercent {@code leastPercent}..100
 */
public record UsedShare(int leastPercent, int mostPercent) {

  /** Anything. */
  public static final UsedShare ANY = new UsedShare(0, 100);

  /** Checks the range. */
  public UsedShare {
    Check.range("leastPercent", leastPercent, 0, 100);
    Check.range("mostPercent", mostPercent, leastPercent, 100);
  }

  /**
   * Reads {@code MIN-MAX} in percent.
   *
   * @throws InvalidField when the text is no such range
   */
  public static UsedShare percent(String range) {
    Span span = Span.parse("used-percent", range, 100);
    return new UsedShare(span.least(), span.most());
  }

  /** Draws how many blocks are used, at least one. */
  int draw(RandomGenerator random, int blocks) {
    int percent = random.nextInt(leastPercent, mostPercent + 1);
    return Math.max(1, (blocks * percent + 99) / 100);
  }
}
