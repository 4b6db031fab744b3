package io.tarn.telemetry.retention;

import java.time.LocalDate;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;

/** Makes days before they are needed, and drops those that are no longer kept. */
public final class DayKeeper {

  private static final int AHEAD_DAYS = 2;
  private static final long DAY_MILLIS = 24L * 60 * 60 * 1000;

  private final DayStore store;
  private final int rawDays;
  private final int days;
  private final Set<LocalDate> made = ConcurrentHashMap.newKeySet();

  /**
   * @param rawDays how long reports are kept as they came
   * @param days how long windows, scans and epochs are kept
   */
  public DayKeeper(DayStore store, int rawDays, int days) {
    this.store = store;
    this.rawDays = rawDays;
    this.days = days;
  }

  /** Makes sure that records of these times have a place. */
  public void need(LongStream millis) {
    millis
        .map(at -> Math.floorDiv(at, DAY_MILLIS))
        .distinct()
        .mapToObj(LocalDate::ofEpochDay)
        .filter(day -> !made.contains(day))
        .forEach(
            day -> {
              store.make(day);
              made.add(day);
            });
  }

  /**
   * Makes the days ahead and drops what is too old.
   *
   * @param today by the clock of the wall, UTC
   * @return how many partitions were dropped
   */
  public int keep(LocalDate today) {
    need(
        LongStream.rangeClosed(0, AHEAD_DAYS)
            .map(ahead -> today.plusDays(ahead).toEpochDay() * DAY_MILLIS));
    LocalDate oldest = today.minusDays(days);
    made.removeIf(day -> day.isBefore(oldest));
    return store.drop(today.minusDays(rawDays), oldest);
  }
}
