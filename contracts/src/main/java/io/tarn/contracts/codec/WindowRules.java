package io.tarn.contracts.codec;

import io.tarn.contracts.Check;
import io.tarn.contracts.HistoryKeys;
import io.tarn.contracts.InvalidField;
import io.tarn.contracts.bus.CounterHistory;
import io.tarn.contracts.bus.History;
import io.tarn.contracts.bus.UntouchedHistory;
import io.tarn.contracts.bus.VmWindow;

/** What must hold in a window or a history before anyone learns or decides from it. */
final class WindowRules {

  private static final long MINUTE_MILLIS = 60_000;

  private WindowRules() {}

  static void check(VmWindow window) {
    EventRules.check(window.getHeader());
    Check.id("vm_id", window.getVmId());
    Check.id("host_id", window.getHostId());
    Check.range("start_millis", window.getStartMillis(), 0, Check.LATEST_MILLIS);
    Check.range("start_millis % 60000", window.getStartMillis() % MINUTE_MILLIS, 0, 0);
    Check.range("revision", window.getRevision(), 1, Integer.MAX_VALUE);
    Check.range("samples", window.getSamples(), 1, Integer.MAX_VALUE);
    Check.range("covered_millis", window.getCoveredMillis(), 0, MINUTE_MILLIS);
    EventRules.textIfSaid("distrust", window.getDistrust());
    amount("local_mib", window.getLocalMib());
    amount("pool_gib", window.getPoolGib());
    if (window.getDistrust().isEmpty()) {
      features(window.getFeatureVersion(), window.getFeaturesList());
    }
    if (window.hasScan()) {
      TelemetryRules.check(window.getScan(), Check.LATEST_MILLIS);
    }
  }

  static void check(History history) {
    EventRules.check(history.getHeader());
    Check.range("as_of_millis", history.getAsOfMillis(), 1, Check.LATEST_MILLIS);
    switch (history.getFactCase()) {
      case UNTOUCHED -> check(history.getUntouched());
      case COUNTERS -> check(history.getCounters());
      case FACT_NOT_SET ->
          throw new InvalidField("fact", "absent or unknown", "a fact that this version knows");
    }
    HistoryKeys.of(history);
  }

  private static void check(UntouchedHistory untouched) {
    Check.range("vms", untouched.getVms(), 1, Integer.MAX_VALUE);
    percentile("p05", untouched.getP05(), 0);
    percentile("p25", untouched.getP25(), untouched.getP05());
    percentile("p50", untouched.getP50(), untouched.getP25());
    percentile("p75", untouched.getP75(), untouched.getP50());
  }

  private static void percentile(String field, float share, float below) {
    if (!(share >= below && share <= 1)) {
      throw new InvalidField(field, Float.toString(share), below + "..1");
    }
  }

  private static void check(CounterHistory counters) {
    Check.range("windows", counters.getWindows(), 1, Integer.MAX_VALUE);
    features(counters.getFeatureVersion(), counters.getFeaturesList());
  }

  private static void features(int version, Iterable<Float> features) {
    Check.range("feature_version", version, 1, Integer.MAX_VALUE);
    int count = 0;
    for (float feature : features) {
      if (!Float.isFinite(feature)) {
        throw new InvalidField("features", Float.toString(feature), "finite numbers");
      }
      count++;
    }
    Check.range("features.size", count, 1, Integer.MAX_VALUE);
  }

  private static void amount(String field, double value) {
    if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
      throw new InvalidField(field, Double.toString(value), "a finite number from 0");
    }
  }
}
