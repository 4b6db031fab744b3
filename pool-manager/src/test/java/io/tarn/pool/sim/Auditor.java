package io.tarn.pool.sim;

import io.tarn.contracts.emc.GenerationFloor;
import io.tarn.contracts.emc.OwnerChange;
import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.emc.TableView;
import io.tarn.contracts.pool.PoolAudit;
import io.tarn.contracts.pool.RepairPlan;
import io.tarn.contracts.pool.RepairStep;
import io.tarn.pool.audit.Audits;
import io.tarn.pool.audit.Repairs;
import io.tarn.pool.device.EmcDriver;
import io.tarn.pool.slice.SliceKey;
import io.tarn.pool.testing.InMemoryAudits;
import io.tarn.pool.testing.MeantDriver;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who holds record, tables and hosts against each other when all is calm, and has mended
 * what does not fit.
 */
final class Auditor {

  private static final long EVERY = 700 * Timeline.MILLIS;

  private final World world;
  private int plans;
  private boolean foundNothing;

  Auditor(World world) {
    this.world = world;
  }

  /** Audits and repairs from now on. */
  void start() {
    world
        .timeline()
        .after(
            EVERY,
            "an audit",
            () -> {
              foundNothing = finds().isEmpty();
              World.POOLS.forEach(this::mend);
              start();
            });
  }

  /** Whether the last audit found nothing in any pool. */
  boolean foundNothing() {
    return foundNothing;
  }

  private void mend(String poolId) {
    if (isBeyondRepair(poolId)) {
      Device device = world.device(poolId);
      world.happens("devices beyond repair", device + " has forgotten too much and is taken out");
      device.die();
      world.operator(poolId).look();
      return;
    }
    InMemoryAudits store = new InMemoryAudits(world.store().rows());
    Repairs repairs =
        new Repairs(world.store(), audits(store), store, store, () -> "plan-" + ++plans);
    RepairPlan plan = repairs.plan(poolId).orElseThrow();
    if (!plan.steps().isEmpty()) {
      world.happens("repairs", repairs.execute(plan.planId()).toString());
    }
  }

  /**
   * Whether a table is behind the record, where generations that hosts have seen would come again.
   */
  private boolean isBeyondRepair(String poolId) {
    return audits(new InMemoryAudits(world.store().rows()))
        .audit(poolId)
        .orElseThrow()
        .differences()
        .stream()
        .anyMatch(
            found ->
                found.kind() == PoolAudit.Kind.TABLE_DIFFERS
                    && found.repair() == RepairStep.Kind.NONE);
  }

  /** The slices of which something does not fit. */
  Set<SliceKey> finds() {
    Set<SliceKey> found = new TreeSet<>();
    for (PoolAudit audit : audits(new InMemoryAudits(world.store().rows())).all()) {
      audit.differences().forEach(one -> found.add(new SliceKey(audit.poolId(), one.slice())));
    }
    return found;
  }

  private Audits audits(InMemoryAudits store) {
    return new Audits(world.store(), store, this::direct, found -> {});
  }

  private EmcDriver direct(URI uri, @Nullable UUID meant) {
    Device device = world.device(uri);
    return new MeantDriver(() -> new Direct(device), device::deviceId, meant);
  }

  /** A device without a network. */
  private record Direct(Device device) implements EmcDriver {

    @Override
    public TableView readTable() {
      return device.table();
    }

    @Override
    public void compareAndSetOwners(List<OwnerChange> changes) {
      device.change(changes);
    }

    @Override
    public List<TableEntry> readBack(Collection<Integer> slices) {
      return device.read(slices);
    }

    @Override
    public Map<Integer, Long> readDirty(Collection<Integer> slices) {
      return device.dirty(slices);
    }

    @Override
    public Set<Integer> scrub(long epoch, List<TableEntry> entries) {
      return device.scrub(epoch, entries);
    }

    @Override
    public void raiseGenerations(long epoch, List<GenerationFloor> floors) {
      device.raise(epoch, floors);
    }
  }
}
