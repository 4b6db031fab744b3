package io.tarn.pool.audit;

import io.tarn.contracts.pool.OrphanAudit;
import io.tarn.contracts.pool.OrphanAudit.Orphan;
import io.tarn.contracts.pool.OrphanRequest;
import io.tarn.contracts.pool.RepairPlan;
import io.tarn.contracts.pool.RepairStep;
import io.tarn.pool.audit.Audits.Looked;
import io.tarn.pool.ledger.Books;
import io.tarn.pool.ledger.Decision;
import io.tarn.pool.ledger.Effects;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.ledger.Ledger;
import io.tarn.pool.slice.Slice;
import io.tarn.pool.slice.SliceKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes up repairs and carries them out when told to: as they were shown, once, all in one
 * transaction, or not at all. What is to be done at a device is written down for whoever drives it.
 */
public final class Repairs {

  private final Ledger ledger;
  private final Audits audits;
  private final AuditStore store;
  private final PlanStore plans;
  private final Supplier<String> ids;

  /**
   * @param ledger where repairs are committed
   * @param audits looks at pools
   * @param store what else is read of the record
   * @param plans keeps plans
   * @param ids names of new plans
   */
  public Repairs(
      Ledger ledger, Audits audits, AuditStore store, PlanStore plans, Supplier<String> ids) {
    this.ledger = ledger;
    this.audits = audits;
    this.store = store;
    this.plans = plans;
    this.ids = ids;
  }

  /** Makes up what would mend a pool; empty when there is none. */
  public Optional<RepairPlan> plan(String poolId) {
    return audits
        .look(poolId)
        .map(
            looked ->
                plans.keep(ids.get(), poolId, RepairRules.steps(looked.view(), looked.audit())));
  }

  /** A plan as it was shown; empty when there is none. */
  public Optional<RepairPlan> find(String planId) {
    return plans.find(planId);
  }

  /**
   * Finds the live grants that a scheduler does not know. It commits an attempt before it asks for
   * the grant; so a grant that was committed before {@code asOfMillis} is in every list taken after
   * it, unless its VM is gone. A younger one is not judged.
   */
  public OrphanAudit orphans(OrphanRequest request) {
    Set<String> live = new HashSet<>(request.live());
    List<Orphan> judged = store.liveBefore(request.asOfMillis());
    List<Orphan> orphans = judged.stream().filter(o -> !live.contains(o.grantId())).toList();
    RepairPlan plan =
        plans.keep(ids.get(), null, orphans.stream().map(RepairRules::withdraw).toList());
    return new OrphanAudit(request.asOfMillis(), judged.size(), orphans, plan);
  }

  /** Carries out a plan. Repeating it changes nothing. */
  public RepairOutcome execute(String planId) {
    Optional<RepairPlan> plan = plans.find(planId);
    if (plan.isEmpty()) {
      return new RepairOutcome.NoPlan();
    }
    if (plan.get().executedAtMillis() != null) {
      return new RepairOutcome.Executed(plan.get());
    }
    Optional<Looked> looked = Optional.ofNullable(plan.get().poolId()).flatMap(audits::look);
    RepairOutcome outcome = ledger.decide(books -> execute(books, plan.get(), looked.orElse(null)));
    return outcome instanceof RepairOutcome.Executed
        ? new RepairOutcome.Executed(plans.find(planId).orElseThrow())
        : outcome;
  }

  private static Decision<RepairOutcome> execute(
      Books books, RepairPlan plan, @Nullable Looked looked) {
    if (!books.lockPlan(plan.planId())) {
      return Decision.only(new RepairOutcome.Executed(plan));
    }
    Map<String, Grant> grants = new HashMap<>();
    books
        .lockGrants(
            plan.steps().stream()
                .map(RepairStep::grantId)
                .filter(Objects::nonNull)
                .distinct()
                .sorted()
                .toList())
        .forEach(grant -> grants.put(grant.id().toString(), grant));
    Map<SliceKey, Slice> slices = new HashMap<>();
    books
        .lockSlices(
            plan.steps().stream()
                .filter(step -> step.kind() == RepairStep.Kind.WITHDRAW)
                .map(step -> Objects.requireNonNull(step.grantId()))
                .sorted()
                .toList(),
            plan.steps().stream()
                .filter(step -> step.slice() != null)
                .map(RepairRules::key)
                .sorted()
                .toList())
        .forEach(slice -> slices.put(slice.key(), slice));
    List<RepairStep> changed =
        plan.steps().stream().filter(step -> !stands(step, looked, grants, slices)).toList();
    if (!changed.isEmpty()) {
      return Decision.only(new RepairOutcome.Outdated(changed));
    }
    Effects.Draft draft = new Effects.Draft();
    plan.steps().forEach(step -> RepairRules.apply(draft, step, grants, slices));
    draft.executed(plan.planId());
    return new Decision<>(new RepairOutcome.Executed(plan), draft.effects());
  }

  /** Whether all is as the step was shown: by a fresh look, and since then by the locked rows. */
  private static boolean stands(
      RepairStep step,
      @Nullable Looked looked,
      Map<String, Grant> grants,
      Map<SliceKey, Slice> slices) {
    if (step.kind() == RepairStep.Kind.WITHDRAW) {
      Grant grant = grants.get(step.grantId());
      return grant != null && grant.state().live();
    }
    if (looked == null || !RepairRules.steps(looked.view(), looked.audit()).contains(step)) {
      return false;
    }
    Slice locked = slices.get(RepairRules.key(step));
    return looked.view().slices().stream().anyMatch(stood -> stood.slice().equals(locked));
  }
}
