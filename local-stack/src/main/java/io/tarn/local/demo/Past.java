package io.tarn.local.demo;

import io.tarn.contracts.Check;
import io.tarn.fleet.Arrival;
import io.tarn.fleet.Fleet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The days before the ones to replay: VMs from which models learn.
 *
 * @param days how many whole days, from 0
 * @param arrivals of these days, in order of time, numbered from 0
 */
public record Past(int days, List<Arrival> arrivals) {

  /** Nothing came before. */
  public static final Past NONE = new Past(0, List.of());

  /** VMs of a day: with fewer, a week leaves too few to judge models by. */
  public static final int VMS_A_DAY = 1_500;

  /** The most days that a collector keeps reports of, less the one that is replayed after them. */
  public static final int MOST_DAYS = 9;

  private static final double DAY_SECONDS = 86_400;

  /** Copies the list. */
  public Past {
    Check.range("--past-days", days, 0, MOST_DAYS);
    arrivals = List.copyOf(arrivals);
  }

  /** The first days of a generated fleet. */
  public static Past generated(int days, long seed) {
    Check.range("--past-days", days, 0, MOST_DAYS);
    Fleet fleet = new Fleet(seed, VMS_A_DAY);
    return new Past(
        days, IntStream.range(0, days).mapToObj(fleet::vmsOfDay).flatMap(List::stream).toList());
  }

  /** For people. */
  String described() {
    return arrivals.size()
        + " arrivals of the "
        + days
        + (days == 1 ? " day" : " days")
        + " before, all local until a model serves";
  }

  /** How long it is. */
  public double seconds() {
    return days * DAY_SECONDS;
  }

  /**
   * An arrival after the past, with a number that is free.
   *
   * @param number among those after the past, from 0
   * @param atSeconds when it comes, on the clock of the past
   */
  Arrival after(Arrival arrival, long number, double atSeconds) {
    return new Arrival(
        arrivals.size() + number,
        atSeconds,
        arrival.vcpus(),
        arrival.memoryMiB(),
        arrival.lifeSeconds(),
        arrival.staysOn(),
        arrival.customer(),
        arrival.vmType(),
        arrival.guestOs(),
        arrival.region(),
        arrival.workload());
  }
}
