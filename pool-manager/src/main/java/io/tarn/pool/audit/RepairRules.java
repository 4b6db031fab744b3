package io.tarn.pool.audit;

import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.OrphanAudit.Orphan;
import io.tarn.contracts.pool.PoolAudit;
import io.tarn.contracts.pool.PoolAudit.Difference;
import io.tarn.contracts.pool.PoolAudit.HostSays;
import io.tarn.contracts.pool.PoolAudit.Kind;
import io.tarn.contracts.pool.RepairStep;
import io.tarn.contracts.pool.SliceRef;
import io.tarn.pool.grant.Grants;
import io.tarn.pool.ledger.Command;
import io.tarn.pool.ledger.Effects;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.slice.Slice;
import io.tarn.pool.slice.SliceChange;
import io.tarn.pool.slice.SliceKey;
import io.tarn.pool.slice.SliceMachine;
import io.tarn.pool.slice.SliceRecord;
import io.tarn.pool.slice.SliceRecord.EntryTakenOver;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What mends differences. Pure. */
final class RepairRules {

  private RepairRules() {}

  /** The steps that mend what an audit found, as far as it can be mended without a decision. */
  static List<RepairStep> steps(AuditView view, PoolAudit audit) {
    return audit.differences().stream()
        .filter(difference -> difference.repair() != RepairStep.Kind.NONE)
        .map(difference -> step(view, audit.poolId(), difference))
        .toList();
  }

  private static RepairStep step(AuditView view, String poolId, Difference difference) {
    HostSays host = difference.host();
    boolean foreign = difference.kind() == Kind.HOST_USES_FOREIGN;
    boolean taken = difference.repair() == RepairStep.Kind.TAKE_ENTRY_OVER;
    return new RepairStep(
        difference.repair(),
        poolId,
        difference.slice(),
        foreign ? toldUnder(view, difference.slice(), host) : difference.record().grantId(),
        taken ? null : foreign && host != null ? host.hostId() : difference.record().hostId(),
        difference.record(),
        taken ? difference.device() : null,
        taken ? null : host);
  }

  private static @Nullable String toldUnder(AuditView view, int slice, @Nullable HostSays host) {
    return view.toldUnder().entrySet().stream()
        .filter(told -> told.getKey().seen().slice() == slice)
        .filter(told -> host != null && told.getKey().hostId().equals(host.hostId()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(null);
  }

  /** The step that withdraws a grant which nobody knows. */
  static RepairStep withdraw(Orphan orphan) {
    return new RepairStep(
        RepairStep.Kind.WITHDRAW,
        orphan.poolId(),
        null,
        orphan.grantId(),
        orphan.hostId(),
        null,
        null,
        null);
  }

  /**
   * What a step changes; it was made sure that all is as it was shown.
   *
   * @param grants locked, by id
   * @param slices locked
   */
  static void apply(
      Effects.Draft draft,
      RepairStep step,
      Map<String, Grant> grants,
      Map<SliceKey, Slice> slices) {
    switch (step.kind()) {
      case TAKE_ENTRY_OVER ->
          change(draft, slice(step, slices), List.of(new EntryTakenOver(entry(step))));
      case ASK_ONLINE ->
          draft.command(
              Command.of(
                  HostCommand.Kind.ONLINE, grant(step, grants), List.of(slice(step, slices))));
      case ASK_OFFLINE -> askOffline(draft, step, slices);
      case WITHDRAW -> {
        Grant grant = grant(step, grants);
        String id = grant.id().toString();
        Grants.release(
            draft, grant, slices.values().stream().filter(s -> id.equals(s.grantId())).toList());
      }
      case NONE -> {}
    }
  }

  private static void askOffline(
      Effects.Draft draft, RepairStep step, Map<SliceKey, Slice> slices) {
    Slice slice = slice(step, slices);
    HostSays host = Objects.requireNonNull(step.host());
    if (host.hostId().equals(slice.hostId()) && host.generation() == slice.generation()) {
      change(draft, slice, SliceMachine.repair(slice));
    }
    draft.command(
        new Command(
            host.hostId(),
            HostCommand.Kind.OFFLINE,
            Objects.requireNonNull(step.grantId()),
            step.poolId(),
            List.of(new SliceRef(slice.key().number(), host.generation()))));
  }

  private static void change(Effects.Draft draft, Slice slice, List<SliceRecord> records) {
    if (!records.isEmpty()) {
      draft.change(new SliceChange(slice, records));
    }
  }

  private static long entry(RepairStep step) {
    return Objects.requireNonNull(step.device()).generation();
  }

  private static Grant grant(RepairStep step, Map<String, Grant> grants) {
    return Objects.requireNonNull(grants.get(step.grantId()));
  }

  private static Slice slice(RepairStep step, Map<SliceKey, Slice> slices) {
    return Objects.requireNonNull(slices.get(key(step)));
  }

  /** The slice that a step is about. */
  static SliceKey key(RepairStep step) {
    return new SliceKey(step.poolId(), Objects.requireNonNull(step.slice()));
  }
}
