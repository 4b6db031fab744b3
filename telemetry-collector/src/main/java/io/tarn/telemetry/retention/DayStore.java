package io.tarn.telemetry.retention;

import java.time.LocalDate;

/** The partitions of days (UTC). */
public interface DayStore {

  /** Makes a day, where it is missing. */
  void make(LocalDate day);

  /**
   * Drops days.
   *
   * @param rawBefore reports of days before this
   * @param before everything of days before this
   * @return how many partitions were dropped
   */
  int drop(LocalDate rawBefore, LocalDate before);
}
