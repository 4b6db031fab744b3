package io.tarn.pool.store;

import io.tarn.pool.ledger.Announcement;
import io.tarn.pool.ledger.Announcer;
import io.tarn.pool.ledger.Command;
import io.tarn.pool.ledger.Effects;
import io.tarn.pool.ledger.Effects.NewBoot;
import io.tarn.pool.ledger.FenceChange;
import io.tarn.pool.ledger.GrantChange;
import java.util.Comparator;

/** Writes effects in the one order in which locks are taken. */
final class EffectsWriter {

  private final AuditRows audits;
  private final PoolRows pools;
  private final SliceRows slices;
  private final GrantRows grants;
  private final HostRows hosts;
  private final OperationRows operations;
  private final Announcer announcer;

  EffectsWriter(
      AuditRows audits,
      PoolRows pools,
      SliceRows slices,
      GrantRows grants,
      HostRows hosts,
      OperationRows operations,
      Announcer announcer) {
    this.audits = audits;
    this.pools = pools;
    this.slices = slices;
    this.grants = grants;
    this.hosts = hosts;
    this.operations = operations;
    this.announcer = announcer;
  }

  void write(Effects effects) {
    effects.pools().forEach(pools::write);
    effects.grants().forEach(this::write);
    slices.write(effects.slices());
    NewBoot boot = effects.boot();
    if (boot != null) {
      hosts.boot(boot);
    }
    FenceChange fence = effects.fence();
    if (fence != null) {
      hosts.fence(fence);
    }
    audits.write(effects.said());
    String plan = effects.executedPlan();
    if (plan != null) {
      audits.executed(plan);
    }
    effects.operations().forEach(operations::write);
    effects.commands().stream()
        .sorted(Comparator.comparing(Command::hostId))
        .forEach(hosts::append);
    // last, since the lane of a pool is shared by everyone who writes about it
    effects.announcements().stream()
        .sorted(Comparator.comparing(Announcement::poolId))
        .forEach(announcer::announce);
  }

  private void write(GrantChange change) {
    if (change instanceof GrantChange.Recorded recorded) {
      grants.record(recorded.grant());
    } else if (change instanceof GrantChange.Moved moved) {
      grants.move(moved.grant());
    }
  }
}
