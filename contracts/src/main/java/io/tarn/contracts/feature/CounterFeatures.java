package io.tarn.contracts.feature;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The features of a window and of a workload's counter history: of each rate the mean, the median
 * and the 95th percentile over the samples, and the mean share of memory on the pool.
 *
 * @see io.tarn.contracts.bus.VmWindow
 * @see io.tarn.contracts.bus.CounterHistory
 */
public final class CounterFeatures {

  /** Version of what follows; raise it with every change of order, unit or formula. */
  public static final int VERSION = 1;

  private static final List<Rate> RATES =
      List.of(
          new Rate("instructionsPerCycle", CounterRates::instructionsPerCycle),
          new Rate("backendBound", CounterRates::backendBound),
          new Rate("memoryBound", CounterRates::memoryBound),
          new Rate("dramLatencyBound", CounterRates::dramLatencyBound),
          new Rate("storeBound", CounterRates::storeBound),
          new Rate("llcMissesPerKiloInstruction", CounterRates::llcMissesPerKiloInstruction),
          new Rate("readGbPerSecondPerVcpu", CounterRates::readGbPerSecondPerVcpu),
          new Rate("writeGbPerSecondPerVcpu", CounterRates::writeGbPerSecondPerVcpu),
          new Rate("memoryParallelism", CounterRates::memoryParallelism),
          new Rate("poolLoadShare", CounterRates::poolLoadShare));
  private static final String POOL_SHARE = "poolMemoryShareMean";

  /** Names of the features, in order: {@code backendBoundMean}, {@code backendBoundP50}, ... */
  public static final List<String> NAMES = names();

  /** Version and names. */
  public static final FeatureSchema SCHEMA = new FeatureSchema("counters", VERSION, NAMES);

  private CounterFeatures() {}

  /**
   * The features of a window; the order of its samples makes no difference.
   *
   * @param samples rates of its samples, at least one; each counts the same
   */
  public static float[] of(Collection<CounterRates> samples) {
    if (samples.isEmpty()) {
      throw new IllegalArgumentException("no samples");
    }
    float[] features = new float[NAMES.size()];
    int place = 0;
    for (Rate rate : RATES) {
      double[] values = ascending(samples, rate.of());
      features[place++] = (float) mean(values);
      features[place++] = (float) Percentile.nearestRank(values, 50);
      features[place++] = (float) Percentile.nearestRank(values, 95);
    }
    features[place] = (float) mean(ascending(samples, CounterRates::poolMemoryShare));
    return features;
  }

  private static double[] ascending(
      Collection<CounterRates> samples, ToDoubleFunction<CounterRates> rate) {
    double[] values = samples.stream().mapToDouble(rate).toArray();
    Arrays.sort(values);
    return values;
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  private static List<String> names() {
    List<String> names = new ArrayList<>();
    for (Rate rate : RATES) {
      names.add(rate.name() + "Mean");
      names.add(rate.name() + "P50");
      names.add(rate.name() + "P95");
    }
    names.add(POOL_SHARE);
    return List.copyOf(names);
  }

  private record Rate(String name, ToDoubleFunction<CounterRates> of) {}
}
