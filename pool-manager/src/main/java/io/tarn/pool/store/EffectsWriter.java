package io.tarn.pool.store;

import io.tarn.pool.ledger.Announcer;
import io.tarn.pool.ledger.Effects;
import io.tarn.pool.ledger.Effects.NewBoot;
import io.tarn.pool.ledger.FenceChange;
import io.tarn.pool.ledger.GrantChange;
import java.util.stream.Stream;

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
    // a grant that succeeds another comes after it
    effects.grants().forEach(this::write);
    grants.record(
        effects.grants().stream()
            .flatMap(
                change ->
                    change instanceof GrantChange.Recorded recorded
                        ? Stream.of(recorded.grant())
                        : Stream.empty())
            .toList());
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
    hosts.append(effects.commands());
    slices.write(effects.slices());
    // last, since the counts and the lane of a pool are shared by everyone who writes about it
    announcer.announce(effects.announcements());
  }

  private void write(GrantChange change) {
    if (change instanceof GrantChange.Moved moved) {
      grants.move(moved.grant());
    } else if (change instanceof GrantChange.Departing departing) {
      grants.depart(departing);
    } else if (change instanceof GrantChange.DrainTold told) {
      grants.drainTold(told.id());
    }
  }
}
