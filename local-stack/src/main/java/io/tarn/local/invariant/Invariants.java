package io.tarn.local.invariant;

import java.util.ArrayList;
import java.util.List;

/** What must hold at the end of every run, whatever was killed in it. */
public final class Invariants {

  private Invariants() {}

  /**
   * Runs every check.
   *
   * @param rows what the stores hold
   * @param outside what is seen outside
   * @param acknowledged what the client was told
   */
  public static List<CheckResult> check(Rows rows, Outside outside, Acknowledged acknowledged) {
    List<CheckResult> results = new ArrayList<>();
    results.addAll(new SliceChecks(rows, outside).all());
    results.addAll(new PlacementChecks(rows, acknowledged).all());
    results.addAll(new EventChecks(rows, outside).all());
    results.add(
        CheckResult.of(
            "answers-as-documented",
            "every request was answered in time, and as the API promises",
            acknowledged.created().size() + acknowledged.deleted().size(),
            acknowledged.undocumented()));
    results.add(
        CheckResult.of(
            "settled",
            "no VM, grant or slice is left half way",
            rows.vms().size() + rows.slices().size(),
            acknowledged.unsettled()));
    return results;
  }

  /** The checks over slices: store, EMCs and hosts. */
  public static List<CheckResult> ofSlices(Rows rows, Outside outside) {
    return new SliceChecks(rows, outside).all();
  }

  /** The checks over what was told on the bus. */
  public static List<CheckResult> ofEvents(Rows rows, Outside outside) {
    return new EventChecks(rows, outside).all();
  }

  /** How many violations there are in all. */
  public static int violations(List<CheckResult> results) {
    return results.stream().mapToInt(CheckResult::violations).sum();
  }
}
