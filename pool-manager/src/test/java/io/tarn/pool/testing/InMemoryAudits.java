package io.tarn.pool.testing;

import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.OrphanAudit.Orphan;
import io.tarn.contracts.pool.RepairPlan;
import io.tarn.contracts.pool.RepairStep;
import io.tarn.pool.audit.AuditStore;
import io.tarn.pool.audit.AuditView.SaidSince;
import io.tarn.pool.audit.AuditView.Stood;
import io.tarn.pool.audit.PlanStore;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.ledger.Host;
import io.tarn.pool.ledger.Said;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What audits read of a record in memory, and plans in memory. Time stands still. */
public final class InMemoryAudits implements AuditStore, PlanStore {

  private final InMemoryLedger ledger;
  private final Map<String, RepairPlan> plans = new HashMap<>();

  /**
   * @param ledger the record
   */
  public InMemoryAudits(InMemoryLedger ledger) {
    this.ledger = ledger;
  }

  @Override
  public long nowMillis() {
    return 1;
  }

  @Override
  public List<String> pools() {
    return ledger.all().stream().map(slice -> slice.key().poolId()).distinct().toList();
  }

  @Override
  public List<Stood> slices(String poolId) {
    return ledger.lockSlicesOfPool(poolId).stream().map(slice -> new Stood(slice, 0)).toList();
  }

  @Override
  public List<SaidSince> said(String poolId) {
    return ledger.said().stream()
        .filter(said -> said.seen().poolId().equals(poolId))
        .map(said -> new SaidSince(said, 0))
        .toList();
  }

  @Override
  public Optional<String> toldUnder(Said said) {
    return ledger.feed(said.hostId()).stream()
        .filter(command -> command.kind() == HostCommand.Kind.ONLINE)
        .filter(
            command ->
                command.slices().stream()
                    .anyMatch(
                        ref ->
                            ref.slice() == said.seen().slice()
                                && ref.generation() == said.seen().generation()))
        .reduce((first, last) -> last)
        .map(command -> command.grantId());
  }

  @Override
  public Map<String, Host> hosts(String poolId) {
    Map<String, Host> hosts = new HashMap<>();
    ledger.ports(poolId).keySet().forEach(id -> ledger.host(id).ifPresent(h -> hosts.put(id, h)));
    return hosts;
  }

  @Override
  public Map<String, Grant> grants(String poolId) {
    Map<String, Grant> grants = new HashMap<>();
    ledger.lockUnfinishedOf(poolId).forEach(grant -> grants.put(grant.id().toString(), grant));
    return grants;
  }

  @Override
  public List<Orphan> liveBefore(long millis) {
    return ledger.allGrants().stream()
        .filter(grant -> grant.state().live())
        .map(
            grant ->
                new Orphan(
                    grant.id().toString(),
                    grant.id().vmId(),
                    grant.granted().hostId(),
                    grant.granted().poolId(),
                    grant.granted().sizeGiB(),
                    0))
        .toList();
  }

  @Override
  public RepairPlan keep(String planId, @Nullable String poolId, List<RepairStep> steps) {
    RepairPlan plan = new RepairPlan(planId, poolId, 1, null, steps);
    plans.put(planId, plan);
    return plan;
  }

  @Override
  public Optional<RepairPlan> find(String planId) {
    return Optional.ofNullable(plans.get(planId))
        .map(
            plan ->
                new RepairPlan(
                    planId,
                    plan.poolId(),
                    plan.createdAtMillis(),
                    ledger.lockPlan(planId) ? null : 1L,
                    plan.steps()));
  }
}
