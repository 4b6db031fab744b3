package io.tarn.pool.pool;

import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.emc.TableView;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.HostCommand;
import io.tarn.pool.ledger.Announcement;
import io.tarn.pool.ledger.Command;
import io.tarn.pool.ledger.Effects;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.ledger.Pool;
import io.tarn.pool.ledger.PoolChange;
import io.tarn.pool.ledger.PoolChange.Affected;
import io.tarn.pool.slice.Slice;
import io.tarn.pool.slice.SliceChange;
import io.tarn.pool.slice.SliceMachine;
import io.tarn.pool.slice.SliceRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is decided about EMCs that fail and are replaced. Pure. */
final class FailureRules {

  private FailureRules() {}

  /**
   * Everything that the failure of an EMC changes: every slice is LOST, every live grant with it,
   * and each host that may have a slice online is told to let go of it.
   *
   * @param grants of the pool that are not over
   * @param slices every slice of the pool
   */
  static Effects fail(Pool pool, String reason, List<Grant> grants, List<Slice> slices) {
    Effects.Draft draft = new Effects.Draft();
    List<Affected> affected = new ArrayList<>();
    for (Slice slice : slices) {
      List<SliceRecord> records = SliceMachine.fail(slice, reason);
      if (!records.isEmpty()) {
        draft.change(new SliceChange(slice, records));
      }
    }
    draft.announce(new Announcement.PoolFailed(pool.poolId(), pool.incarnation(), reason));
    for (Grant grant : grants) {
      String grantId = grant.id().toString();
      lose(draft, grant, slices.stream().filter(s -> grantId.equals(s.grantId())).toList())
          .ifPresent(affected::add);
    }
    draft.change(new PoolChange.Failed(pool.poolId(), pool.incarnation(), reason, affected));
    return draft.effects();
  }

  private static Optional<Affected> lose(Effects.Draft draft, Grant grant, List<Slice> held) {
    boolean live = grant.state().live();
    if (live) {
      Grant lost = grant.to(GrantState.LOST);
      draft.move(lost);
      draft.announce(new Announcement.GrantLost(lost, held.size()));
    }
    List<Slice> onHost = held.stream().filter(FailureRules::onHost).toList();
    if (!onHost.isEmpty()) {
      draft.command(Command.of(HostCommand.Kind.OFFLINE, grant, onHost));
    }
    int lostGiB = live ? held.size() : onHost.size();
    return lostGiB == 0
        ? Optional.empty()
        : Optional.of(new Affected(grant.id(), grant.granted().hostId(), lostGiB, live));
  }

  /** Whether a host was told of it and has not let go of it. */
  private static boolean onHost(Slice slice) {
    return slice.hostId() != null && slice.settled() && !slice.givenUp() && !slice.letGo();
  }

  /** Why an EMC cannot take the place of a pool's failed one; empty when it can. */
  static Optional<ReplaceOutcome> unfit(Pool pool, TableView table) {
    if (table.capacityGiB() != pool.capacityGiB() || table.entries().size() != pool.capacityGiB()) {
      return Optional.of(
          new ReplaceOutcome.CapacityDiffers(pool.capacityGiB(), table.capacityGiB()));
    }
    if (table.deviceId().equals(pool.deviceId())) {
      return Optional.of(new ReplaceOutcome.SameDevice(table.deviceId()));
    }
    for (TableEntry entry : table.entries()) {
      Integer owner = entry.owner();
      if (owner != null) {
        return Optional.of(new ReplaceOutcome.HasOwners(entry.slice(), owner));
      }
    }
    return Optional.empty();
  }
}
