package io.tarn.fleet;

import io.tarn.contracts.Check;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Makes the arrivals of one simulated day, with the flavours and lifetimes of Azure in 2017. The
 * same seed and count give the same arrivals on every JVM.
 */
public final class ArrivalGenerator {

  private static final int CUSTOMERS = 60;
  private static final int MOST = 10_000_000;

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
    Check.range("count", count, 1, MOST);
    Random random = new Random(seed);
    double[] moments = moments(random, count);
    List<Arrival> arrivals = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      Flavour flavour = FlavourMix.AZURE.at(random.nextDouble());
      double life = Lifetimes.draw(random);
      String customer = customer(random.nextDouble());
      arrivals.add(
          new Arrival(
              i,
              moments[i],
              flavour.vcpus(),
              flavour.memoryMiB(),
              life,
              false,
              customer,
              flavour.vmType()));
    }
    return arrivals;
  }

  private static double[] moments(Random random, int count) {
    double[] moments = new double[count];
    for (int i = 0; i < count; i++) {
      moments[i] = DailyRate.momentOf(random.nextDouble());
    }
    Arrays.sort(moments);
    return moments;
  }

  /** A few customers rent most of the VMs. */
  private static String customer(double point) {
    return "customer-" + (int) (CUSTOMERS * point * point);
  }
}
