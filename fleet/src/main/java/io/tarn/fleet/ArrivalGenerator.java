package io.tarn.fleet;

import io.tarn.contracts.Check;
import java.util.List;

/**
 * Makes the arrivals of one simulated day: the first day of a {@link Fleet}. The same seed and
 * count give the same arrivals on every JVM.
 */
public final class ArrivalGenerator {

  private final long seed;

  /**
   * @param seed any number
   */
  public ArrivalGenerator(long seed) {
    this.seed = seed;
  }

  /**
   * The arrivals of a day, in order of time.
   *
   * @param count how many, 1..10,000,000
   */
  public List<Arrival> day(int count) {
    Check.range("count", count, 1, Fleet.MOST_VMS_A_DAY);
    return new Fleet(seed, count).vmsOfDay(0);
  }
}
