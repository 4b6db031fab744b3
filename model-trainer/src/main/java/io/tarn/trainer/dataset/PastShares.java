package io.tarn.trainer.dataset;

import io.tarn.contracts.feature.Percentile;
import io.tarn.contracts.feature.UntouchedPast;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Untouched shares of customers' past VMs, as they were known at any moment. */
final class PastShares {

  /** Older VMs say nothing any more. */
  private static final long WINDOW_MILLIS = 30 * Folds.DAY_MILLIS;

  private final Map<List<String>, Ended> byKey = new HashMap<>();

  PastShares(List<VmRow> vms) {
    Map<List<String>, List<VmRow>> rows = new HashMap<>();
    for (VmRow vm : vms) {
      if (!vm.customer().isEmpty()) {
        rows.computeIfAbsent(List.of(vm.customer()), key -> new ArrayList<>()).add(vm);
        rows.computeIfAbsent(List.of(vm.customer(), vm.vmType()), key -> new ArrayList<>()).add(vm);
      }
    }
    rows.forEach((key, of) -> byKey.put(key, Ended.of(of)));
  }

  UntouchedPast ofCustomer(String customer, long asOfMillis) {
    return past(List.of(customer), asOfMillis);
  }

  UntouchedPast ofCustomerAndType(String customer, String vmType, long asOfMillis) {
    return past(List.of(customer, vmType), asOfMillis);
  }

  private UntouchedPast past(List<String> key, long asOfMillis) {
    Ended ended = byKey.get(key);
    return ended == null ? UntouchedPast.NONE : ended.past(asOfMillis);
  }

  /** Ends in rising order, and the shares beside them. */
  private static final class Ended {

    private final long[] millis;
    private final double[] shares;

    private Ended(long[] millis, double[] shares) {
      this.millis = millis;
      this.shares = shares;
    }

    static Ended of(List<VmRow> vms) {
      vms.sort(Comparator.comparingLong(VmRow::endedMillis));
      return new Ended(
          vms.stream().mapToLong(VmRow::endedMillis).toArray(),
          vms.stream().mapToDouble(VmRow::untouchedShare).toArray());
    }

    UntouchedPast past(long asOf) {
      int from = firstAfter(asOf - WINDOW_MILLIS);
      int to = firstAfter(asOf);
      if (from == to) {
        return UntouchedPast.NONE;
      }
      double[] ascending = Arrays.copyOfRange(shares, from, to);
      Arrays.sort(ascending);
      return new UntouchedPast(
          to - from,
          (float) Percentile.nearestRank(ascending, 5),
          (float) Percentile.nearestRank(ascending, 25),
          (float) Percentile.nearestRank(ascending, 50),
          (float) Percentile.nearestRank(ascending, 75),
          asOf - millis[to - 1]);
    }

    private int firstAfter(long moment) {
      int low = 0;
      int high = millis.length;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (millis[middle] <= moment) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    }
  }
}
