package io.tarn.pool.operation;

import io.tarn.contracts.pool.AckReply.OperationOutcome;
import io.tarn.contracts.pool.AckReply.OperationResult;
import io.tarn.contracts.pool.OperationReport;
import io.tarn.contracts.pool.OperationState;
import io.tarn.pool.ledger.Effects;
import io.tarn.pool.ledger.Operation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is decided about hosts' reports of operations. Pure. */
public final class ReportRules {

  private ReportRules() {}

  /**
   * Judges reports of a host's current boot, one after the other. A report of what is overdue comes
   * too late, also when nobody has looked at the deadline yet.
   *
   * @param reports as they were sent
   * @param known the operations that they are about, as far as the host has them
   * @param overdue those of the host whose deadline has passed
   * @return what became of each
   */
  public static List<OperationResult> judge(
      Effects.Draft draft,
      String hostId,
      List<OperationReport> reports,
      List<Operation> known,
      List<Operation> overdue) {
    Map<String, Operation> now = new HashMap<>();
    known.forEach(operation -> now.put(operation.operationId(), operation));
    overdue.forEach(operation -> EndRules.expire(draft, operation));
    draft
        .effects()
        .operations()
        .forEach(late -> now.replace(late.operation().operationId(), late.operation()));
    Set<String> changed = new HashSet<>();
    List<OperationResult> results = new ArrayList<>();
    for (OperationReport report : reports) {
      Verdict verdict = judge(hostId, report, now.get(report.operationId()));
      Operation next = verdict.next();
      if (next != null) {
        now.put(report.operationId(), next);
        changed.add(report.operationId());
      }
      results.add(new OperationResult(report.operationId(), verdict.outcome(), verdict.reason()));
    }
    changed.stream().sorted().map(now::get).map(Objects::requireNonNull).forEach(draft::move);
    return results;
  }

  /** What a fenced host's reports get: its boot does not count any more. */
  public static List<OperationResult> refused(List<OperationReport> reports, String reason) {
    return reports.stream()
        .map(report -> new OperationResult(report.operationId(), OperationOutcome.REFUSED, reason))
        .toList();
  }

  private static Verdict judge(String hostId, OperationReport report, @Nullable Operation now) {
    if (now == null) {
      return Verdict.refused(
          "there is no operation " + report.operationId() + " of host " + hostId);
    }
    if (now.state().ended()) {
      return sameEnd(report, now)
          ? Verdict.REPEATED
          : new Verdict(OperationOutcome.ENDED, "it has ended " + now.state(), null);
    }
    long total = now.request().totalMiB();
    if (report.doneMiB() > total) {
      return Verdict.refused("doneMiB is " + report.doneMiB() + ", accepted: 0.." + total);
    }
    return switch (report.state()) {
      case RUNNING -> running(report, now);
      case DONE ->
          report.doneMiB() < total
              ? Verdict.refused("DONE with " + report.doneMiB() + " MiB of " + total + " moved")
              : Verdict.applied(now.at(OperationState.DONE, total, null));
      case FAILED ->
          Verdict.applied(now.at(OperationState.FAILED, report.doneMiB(), report.cause()));
      case CANCELLED ->
          now.cancelAsked()
              ? Verdict.applied(now.at(OperationState.CANCELLED, report.doneMiB(), now.cause()))
              : Verdict.refused("nobody has asked for it to be called off");
      case PENDING, EXPIRED ->
          throw new IllegalArgumentException("a host does not say " + report.state());
    };
  }

  /** An older report says nothing new, whenever it arrives. */
  private static Verdict running(OperationReport report, Operation now) {
    return now.state() == OperationState.RUNNING && report.doneMiB() <= now.doneMiB()
        ? Verdict.REPEATED
        : Verdict.applied(now.at(OperationState.RUNNING, report.doneMiB(), now.cause()));
  }

  private static boolean sameEnd(OperationReport report, Operation now) {
    return report.state() == now.state()
        && (now.state() != OperationState.FAILED || Objects.equals(report.cause(), now.cause()));
  }

  /**
   * What becomes of a report.
   *
   * @param next the operation after it; absent when it changes nothing
   */
  private record Verdict(
      OperationOutcome outcome, @Nullable String reason, @Nullable Operation next) {

    static final Verdict REPEATED = new Verdict(OperationOutcome.REPEATED, null, null);

    static Verdict applied(Operation next) {
      return new Verdict(OperationOutcome.APPLIED, null, next);
    }

    static Verdict refused(String reason) {
      return new Verdict(OperationOutcome.REFUSED, reason, null);
    }
  }
}
