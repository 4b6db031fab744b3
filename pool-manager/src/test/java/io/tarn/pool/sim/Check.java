package io.tarn.pool.sim;

import java.util.function.Supplier;

/** Ends a life when something does not hold. */
final class Check {

  private Check() {}

  /**
   * Checks an invariant.
   *
   * @param invariant the number in the design
   * @param otherwise what was seen when it does not hold
   */
  static void that(boolean holds, String invariant, Supplier<String> otherwise) {
    if (!holds) {
      throw new ViolatedException(new Violation(invariant, otherwise.get()));
    }
  }
}
