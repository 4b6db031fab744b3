package io.tarn.fleet;

import io.tarn.fleet.latent.Draws;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Who rents on a day, and who rents which flavour. A few customers rent most VMs and stay; the
 * others leave after weeks or months, and new ones take their place.
 */
final class Market {

  private static final int PLACES = 120;
  private static final int STAYING = 20;
  private static final int SHORTEST_STAY_DAYS = 20;
  private static final int STAY_DAYS_SPAN = 100;
  private static final int LONG_STAY_DAYS = 10_000;
  private static final double AFFINITY_SPREAD = 1.3;

  private final long day;
  private final List<String> customers;
  private final double[][] reach;

  private Market(long day, List<String> customers, double[][] reach) {
    this.day = day;
    this.customers = customers;
    this.reach = reach;
  }

  static Market of(long day, Draws draws) {
    List<String> customers = new ArrayList<>();
    double[][] reach = new double[FlavourMix.AZURE.flavours().size()][PLACES];
    double[] sums = new double[reach.length];
    for (int place = 0; place < PLACES; place++) {
      long number = tenancy(day, place, draws.of(place)) * PLACES + place;
      customers.add("customer-" + number);
      double weight = StrictMath.sqrt(place + 1) - StrictMath.sqrt(place);
      for (int flavour = 0; flavour < reach.length; flavour++) {
        sums[flavour] += weight * draws.of(-1).of(number).factor(flavour, AFFINITY_SPREAD);
        reach[flavour][place] = sums[flavour];
      }
    }
    return new Market(day, List.copyOf(customers), reach);
  }

  long day() {
    return day;
  }

  /**
   * The customer at a point of the distribution of those who rent a flavour.
   *
   * @param point 0 to below 1
   */
  String customer(int flavour, double point) {
    double[] upTo = reach[flavour];
    int found = Arrays.binarySearch(upTo, point * upTo[PLACES - 1]);
    return customers.get(Math.min(PLACES - 1, found < 0 ? -found - 1 : found + 1));
  }

  /** How many have had the place before. */
  private static long tenancy(long day, int place, Draws draws) {
    int stay =
        place < STAYING
            ? LONG_STAY_DAYS
            : SHORTEST_STAY_DAYS + (int) (STAY_DAYS_SPAN * draws.uniform(0));
    int before = place < STAYING ? 0 : (int) (stay * draws.uniform(1));
    return (day + before) / stay;
  }
}
