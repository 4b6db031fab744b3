package io.tarn.local.summary;

import io.tarn.contracts.placement.PlacementKind;
import io.tarn.local.invariant.CheckResult;
import io.tarn.local.invariant.Invariants;
import io.tarn.local.learn.Learned;
import io.tarn.local.stranding.Stranding;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A summary for people who see Tarn for the first time. */
public final class SummaryText {

  private static final int BAR = 30;
  private static final double MANY_REFUSED = 0.5;

  private SummaryText() {}

  /** The lines to print. */
  public static List<String> lines(Summary summary, Map<String, String> urls) {
    List<String> lines = new ArrayList<>();
    vms(lines, summary);
    memory(lines, summary);
    stranded(lines, summary.stranding());
    slices(lines, summary);
    refusals(lines, summary);
    Learned learned = summary.learned();
    if (learned != null) {
      LearnedText.add(lines, learned);
    }
    invariants(lines, summary.checks());
    if (!urls.isEmpty()) {
      title(lines, "Go on from here");
      urls.forEach((name, url) -> add(lines, "%-18s %s", name, url));
    }
    return lines;
  }

  private static void vms(List<String> lines, Summary summary) {
    title(
        lines,
        String.format(
            Locale.ROOT,
            "VMs: %d placed, %d refused, in %.0f s",
            summary.vmsPlaced(),
            summary.vmsRefused(),
            summary.seconds()));
    for (Map.Entry<PlacementKind, Integer> kind : summary.byKind().entrySet()) {
      bar(lines, name(kind.getKey()), kind.getValue(), summary.vmsPlaced(), "");
    }
    if (summary.vmsWithdrawn() > 0) {
      add(
          lines,
          "%d more were accepted while no place could be found and given back before one was.",
          summary.vmsWithdrawn());
    }
  }

  private static void memory(List<String> lines, Summary summary) {
    double all = summary.localGiB() + summary.poolGiB();
    title(lines, "DRAM of the VMs placed");
    bar(lines, "local to their host", summary.localGiB(), all, " GiB");
    bar(lines, "from a pool", (double) summary.poolGiB(), all, " GiB");
  }

  private static void stranded(List<String> lines, Stranding stranding) {
    title(
        lines,
        String.format(
            Locale.ROOT,
            "Stranded at the busiest moment (%d of %d cores rented): idle, no core left to use it",
            stranding.rentedVcpus(),
            stranding.totalVcpus()));
    bar(lines, "with the pool", stranding.withPoolGiB(), stranding.totalGiB(), " GiB");
    bar(lines, "were it all local", stranding.withoutPoolGiB(), stranding.totalGiB(), " GiB");
  }

  private static void slices(List<String> lines, Summary summary) {
    int all = summary.slices().values().stream().mapToInt(Integer::intValue).sum();
    title(lines, "Slices of 1 GiB: " + all);
    summary
        .slices()
        .forEach(
            (state, count) -> {
              if (count > 0) {
                bar(lines, state.name().toLowerCase(Locale.ROOT), count, all, "");
              }
            });
  }

  private static void refusals(List<String> lines, Summary summary) {
    if (!summary.refusals().isEmpty()) {
      title(lines, "Refused, by what ruled out the most hosts");
      summary
          .refusals()
          .forEach((reason, count) -> bar(lines, reason, count, summary.vmsRefused(), ""));
      if (summary.vmsRefused() > MANY_REFUSED * summary.vmsPlaced()) {
        add(lines, "The load is far larger than the cluster; try --hosts and --host-vcpus.");
      }
    }
  }

  private static void invariants(List<String> lines, List<CheckResult> checks) {
    int violations = Invariants.violations(checks);
    title(
        lines,
        violations == 0
            ? "Invariants: all " + checks.size() + " hold"
            : "Invariants: " + violations + " VIOLATIONS");
    for (CheckResult check : checks) {
      add(lines, "%-4s %-22s %s", check.holds() ? "ok" : "FAIL", check.name(), check.meaning());
      check.examples().forEach(example -> add(lines, "       %s", example));
    }
  }

  private static String name(PlacementKind kind) {
    return switch (kind) {
      case ALL_LOCAL -> "all local";
      case ZNUMA -> "zNUMA (part pooled)";
      case ALL_POOL -> "all pool";
    };
  }

  static void title(List<String> lines, String title) {
    lines.add("");
    lines.add(title);
  }

  static void bar(List<String> lines, String name, double value, double whole, String unit) {
    double share = whole > 0 ? Math.min(1, value / whole) : 0;
    int filled = (int) Math.round(share * BAR);
    add(
        lines,
        "%-22s %s%s %9.0f%s  %3.0f %%",
        name,
        "#".repeat(filled),
        ".".repeat(BAR - filled),
        value,
        unit,
        share * 100);
  }

  static void add(List<String> lines, String format, Object... values) {
    lines.add("  " + String.format(Locale.ROOT, format, values));
  }
}
