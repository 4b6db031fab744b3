package io.tarn.chassis.together;

/**
 * How groups are formed.
 *
 * @param atOnce groups that are on their way at once, 1..16
 * @param most questions of a group, 1..1,000
 */
public record GroupSettings(int atOnce, int most) {

  /** Checks the ranges. */
  public GroupSettings {
    if (atOnce < 1 || atOnce > 16) {
      throw new IllegalArgumentException("groups at once: " + atOnce + ", accepted: 1..16");
    }
    if (most < 1 || most > 1_000) {
      throw new IllegalArgumentException("most of a group: " + most + ", accepted: 1..1000");
    }
  }
}
