package io.tarn.fleet.latent;

import java.util.ArrayList;
import java.util.List;

/**
 * How a customer uses memory, and which workloads it runs.
 *
 * @param untouched logit of the share of memory that its median VM leaves untouched
 * @param spread how far its VMs are apart, in the same logits: small is regular
 * @param surprises share of its VMs that for no reason touch nearly everything
 * @param workloads names of what it runs, the most frequent first
 */
record Habits(double untouched, double spread, double surprises, List<String> workloads) {

  private static final double GOLDEN_RATIO = 0.6180339887498949;
  private static final double CENTRE = -0.07;
  private static final double BETWEEN_CUSTOMERS = 0.95;
  private static final double BETWEEN_TYPES = 0.40;
  private static final double BETWEEN_WORKLOADS = 0.30;
  private static final double BETWEEN_SYSTEMS = 0.15;
  private static final double SPREAD_MEDIAN = 0.58;
  private static final double SPREAD_VARIES = 0.45;
  private static final double MEAN_SURPRISES = 0.016;
  private static final int MOST_WORKLOADS = 8;
  private static final String NUMBERED = "customer-";

  Habits {
    workloads = List.copyOf(workloads);
  }

  /** The habits of a customer, whatever its name. */
  static Habits of(String customer, Draws fleet, Workloads workloads) {
    Draws draws = fleet.of(customer);
    return new Habits(
        CENTRE + BETWEEN_CUSTOMERS * normalAt(standing(customer, fleet)),
        SPREAD_MEDIAN * draws.factor(1, SPREAD_VARIES),
        MEAN_SURPRISES * 2 * draws.uniform(2),
        chosen(draws.of(3), workloads));
  }

  /** The logit of the untouched share of the median VM of a kind. */
  double untouched(Draws customer, String vmType, String guestOs, String workload) {
    return untouched
        + BETWEEN_TYPES * customer.of(4).of(vmType).normal(0)
        + BETWEEN_WORKLOADS * customer.of(5).of(workload).normal(0)
        + BETWEEN_SYSTEMS * customer.of(6).of(guestOs).normal(0);
  }

  /** The workload at a point of the distribution, 0 to below 1. */
  String workload(double point) {
    return workloads.get((int) (workloads.size() * point * point));
  }

  /**
   * Where a customer stands among all by what it leaves untouched. Numbered customers are spread
   * evenly by the golden ratio, so that a fleet's median hangs little on its seed.
   */
  private static double standing(String customer, Draws fleet) {
    if (customer.startsWith(NUMBERED) && customer.length() <= NUMBERED.length() + 9) {
      String number = customer.substring(NUMBERED.length());
      if (!number.isEmpty() && number.chars().allMatch(c -> c >= '0' && c <= '9')) {
        double turns = fleet.uniform(7) + Integer.parseInt(number) * GOLDEN_RATIO;
        return turns - Math.floor(turns);
      }
    }
    return fleet.of(customer).uniform(7);
  }

  private static List<String> chosen(Draws draws, Workloads workloads) {
    int count = 1 + (int) (MOST_WORKLOADS * draws.uniform(0));
    List<String> chosen = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      chosen.add(workloads.all().get((int) (workloads.all().size() * draws.uniform(i))).name());
    }
    return chosen;
  }

  /**
   * The standard normal quantile (Winitzki's approximation of the inverse error function, within
   * 0.01).
   *
   * @param share 0..1; the outermost thousandth is cut
   */
  private static double normalAt(double share) {
    double x = Math.max(-0.998, Math.min(0.998, 2 * share - 1));
    double a = 0.147;
    double log = StrictMath.log(1 - x * x);
    double half = 2 / (StrictMath.PI * a) + log / 2;
    return Math.signum(x)
        * StrictMath.sqrt(2)
        * StrictMath.sqrt(StrictMath.sqrt(half * half - log / a) - half);
  }
}
