package io.tarn.chassis.together;

import io.tarn.contracts.Check;

/**
 * How groups are formed.
 *
 * @param atOnce groups that are on their way at once, 1..16
 * @param most questions of a group, 1..1,000
 */
public record GroupSettings(int atOnce, int most) {

  /** Checks the ranges. */
  public GroupSettings {
    Check.range("atOnce", atOnce, 1, 16);
    Check.range("most", most, 1, 1_000);
  }
}
