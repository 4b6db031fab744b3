package io.tarn.local.storm;

import io.tarn.local.invariant.CheckResult;
import io.tarn.local.invariant.Invariants;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A storm for people and for programs. */
public final class StormText {

  private StormText() {}

  /** The lines to print. */
  public static List<String> lines(StormPlan plan, StormOutcome outcome) {
    List<String> lines = new ArrayList<>();
    title(lines, "Storm of seed %d, in %.0f s", plan.seed(), outcome.seconds());
    add(lines, "%-16s %8s %8s", "process", "killed", "paused");
    for (String victim : StormPlan.VICTIMS) {
      add(
          lines,
          "%-16s %8d %8d",
          victim,
          outcome.kills().getOrDefault(victim, 0),
          outcome.pauses().getOrDefault(victim, 0));
    }
    add(lines, "%-16s %8d %8d", "all", sum(outcome.kills()), sum(outcome.pauses()));
    add(
        lines,
        "%d of these pauses were of a leader past its lease, its call on the way;",
        outcome.sleepingLeaders());
    add(
        lines,
        "in %d of them the same slices were granted anew before that call came.",
        outcome.regranted());
    title(lines, "Grants: %d acknowledged, %d withdrawn", outcome.acknowledged(), outcome.gone());
    add(
        lines,
        "%d requests answered, %d tries of unknown outcome asked again, everything looked at %d"
            + " times",
        outcome.answered(),
        outcome.unknown(),
        outcome.looks());
    int violations = Invariants.violations(outcome.checks());
    title(
        lines,
        "%s",
        violations == 0
            ? "Invariants: all " + outcome.checks().size() + " hold"
            : "Invariants: " + violations + " VIOLATIONS");
    for (CheckResult check : outcome.checks()) {
      add(
          lines,
          "%-4s %-22s %9d  %s",
          check.holds() ? "ok" : "FAIL",
          check.name(),
          check.checked(),
          check.meaning());
      check.examples().forEach(example -> add(lines, "       %s", example));
    }
    return lines;
  }

  /** The keys and values for programs. */
  public static Map<String, Object> json(StormPlan plan, StormOutcome outcome) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("evidence", "storm");
    json.put("seed", plan.seed());
    json.put("kills", sum(outcome.kills()));
    json.put("pauses", sum(outcome.pauses()));
    json.put("killsOf", outcome.kills());
    json.put("pausesOf", outcome.pauses());
    json.put("sleepingLeaders", outcome.sleepingLeaders());
    json.put("regrantedMeanwhile", outcome.regranted());
    json.put("grantsAcknowledged", outcome.acknowledged());
    json.put("grantsWithdrawn", outcome.gone());
    json.put("requestsAnswered", outcome.answered());
    json.put("triesOfUnknownOutcome", outcome.unknown());
    json.put("looks", outcome.looks());
    json.put("invariantViolations", Invariants.violations(outcome.checks()));
    json.put("invariants", outcome.checks());
    json.put("seconds", Math.round(outcome.seconds() * 100) / 100.0);
    return json;
  }

  private static int sum(Map<String, Integer> counts) {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  private static void title(List<String> lines, String format, Object... values) {
    lines.add("");
    lines.add(String.format(Locale.ROOT, format, values));
  }

  private static void add(List<String> lines, String format, Object... values) {
    lines.add("  " + String.format(Locale.ROOT, format, values));
  }
}
