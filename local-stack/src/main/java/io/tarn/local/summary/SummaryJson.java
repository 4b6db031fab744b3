package io.tarn.local.summary;

import io.tarn.local.invariant.CheckResult;
import io.tarn.local.invariant.Invariants;
import io.tarn.local.learn.Learned;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A summary for programs. */
public final class SummaryJson {

  private SummaryJson() {}

  /**
   * The keys and values.
   *
   * @param summary what to tell
   * @param more other keys, told first
   */
  public static Map<String, Object> of(Summary summary, Map<String, ?> more) {
    Map<String, Object> json = new LinkedHashMap<>(more);
    json.put("vmsPlaced", summary.vmsPlaced());
    json.put("vmsRefused", summary.vmsRefused());
    json.put("vmsWithdrawn", summary.vmsWithdrawn());
    json.put("byKind", summary.byKind());
    json.put("localGiB", rounded(summary.localGiB()));
    json.put("poolGiB", summary.poolGiB());
    json.put("strandedGiB", rounded(summary.stranding().withPoolGiB()));
    json.put("strandedGiBWithoutPool", rounded(summary.stranding().withoutPoolGiB()));
    json.put("fleetGiB", rounded(summary.stranding().totalGiB()));
    json.put("busiestVcpus", summary.stranding().rentedVcpus());
    json.put("fleetVcpus", summary.stranding().totalVcpus());
    json.put("slices", summary.slices());
    json.put("refusals", summary.refusals());
    Learned learned = summary.learned();
    if (learned != null) {
      LearnedJson.put(json, learned);
    }
    json.put("invariantViolations", Invariants.violations(summary.checks()));
    json.put("invariants", summary.checks().stream().map(SummaryJson::check).toList());
    json.put("seconds", rounded(summary.seconds()));
    return json;
  }

  private static Map<String, Object> check(CheckResult check) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", check.name());
    json.put("meaning", check.meaning());
    json.put("checked", check.checked());
    json.put("violations", check.violations());
    json.put("examples", List.copyOf(check.examples()));
    return json;
  }

  static double rounded(double value) {
    return Math.round(value * 100) / 100.0;
  }
}
