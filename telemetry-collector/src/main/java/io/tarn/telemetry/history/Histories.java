package io.tarn.telemetry.history;

import io.tarn.contracts.bus.CounterHistory;
import io.tarn.contracts.bus.History;
import io.tarn.contracts.bus.HistoryKey;
import io.tarn.contracts.bus.UntouchedHistory;
import io.tarn.contracts.feature.Percentile;
import java.util.Arrays;
import java.util.List;

/** Makes histories. */
public final class Histories {

  /** How far back untouched shares are looked at, from the newest. */
  public static final long HORIZON_MILLIS = 30L * 24 * 60 * 60 * 1000;

  private Histories() {}

  /**
   * A VM that has left.
   *
   * @param endedMillis when, host's clock
   * @param share of its memory that it never touched, 0..1
   */
  public record Past(long endedMillis, double share) {}

  /**
   * The history of the untouched shares of a customer's VMs, at least one.
   *
   * @param vmType of VMs of one type, empty for all
   */
  public static History untouched(String customer, String vmType, List<Past> vms) {
    long newest = vms.stream().mapToLong(Past::endedMillis).max().orElseThrow();
    double[] shares =
        vms.stream()
            .filter(vm -> vm.endedMillis() > newest - HORIZON_MILLIS)
            .mapToDouble(Past::share)
            .toArray();
    Arrays.sort(shares);
    return History.newBuilder()
        .setKey(HistoryKey.newBuilder().setCustomer(customer).setVmType(vmType))
        .setAsOfMillis(newest)
        .setUntouched(
            UntouchedHistory.newBuilder()
                .setVms(shares.length)
                .setP05((float) Percentile.nearestRank(shares, 5))
                .setP25((float) Percentile.nearestRank(shares, 25))
                .setP50((float) Percentile.nearestRank(shares, 50))
                .setP75((float) Percentile.nearestRank(shares, 75)))
        .build();
  }

  /**
   * The history of a workload's counters.
   *
   * @param newestMillis end of the newest window in it
   */
  public static History counters(
      String customer,
      String workload,
      long newestMillis,
      int windows,
      int featureVersion,
      List<Float> features) {
    return History.newBuilder()
        .setKey(HistoryKey.newBuilder().setCustomer(customer).setWorkload(workload))
        .setAsOfMillis(newestMillis)
        .setCounters(
            CounterHistory.newBuilder()
                .setWindows(windows)
                .setFeatureVersion(featureVersion)
                .addAllFeatures(features))
        .build();
  }
}
