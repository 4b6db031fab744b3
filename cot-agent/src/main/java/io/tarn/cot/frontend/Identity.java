package io.tarn.cot.frontend;

import io.tarn.contracts.Check;

/**
 * Which front end, in which of its lives.
 *
 * @param frontEndId name, see {@link Check#id}
 * @param incarnation rises with every start, 1 and more
 */
public record Identity(String frontEndId, long incarnation) {

  /**
   * @throws io.tarn.contracts.InvalidField when a value is out of range
   */
  public Identity {
    Check.id("frontEndId", frontEndId);
    Check.range("incarnation", incarnation, 1, Long.MAX_VALUE);
  }
}
