package io.tarn.pool.sim;

import io.tarn.agent.kernel.SliceId;
import io.tarn.contracts.GrantId;
import io.tarn.contracts.emc.OwnerChange;
import io.tarn.contracts.emc.OwnerChangeReply;
import io.tarn.contracts.emc.OwnerChangeReply.Outcome;
import io.tarn.contracts.emc.TableEntry;
import io.tarn.emulator.table.Table;
import io.tarn.pool.ledger.Effects;
import io.tarn.pool.testing.InMemoryLedger;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/**
 * The one verifier: whether 4.1, 4.2, 4.3, 4.5, 4.6, 4.7 and 4.9 of the design hold. It knows the
 * rules by itself and asks none of the code that it judges.
 */
final class Verifier {

  private final World world;
  private final RecordWatch record;
  private final MemoryWatch memory;
  private final Set<String> promised = new TreeSet<>();

  Verifier(World world, LeaseWatch leases) {
    this.world = world;
    this.record = new RecordWatch(world, leases);
    this.memory = new MemoryWatch(world, record);
  }

  /** Looks at everything that is true now; to be called after every step. */
  void check() {
    memory.check();
  }

  /** Something was committed. */
  void committed(Effects effects) {
    record.committed(effects);
  }

  /** A host brought a slice online. */
  void broughtOnline(String hostId, SliceId id) {
    memory.broughtOnline(hostId, id);
  }

  /** A device was asked for changes: what it made of them and what it said. */
  void changed(Device device, List<OwnerChange> asked, Table before, OwnerChangeReply reply) {
    long highest = before.highestEpoch();
    for (int i = 0; i < asked.size(); i++) {
      OwnerChange change = asked.get(i);
      TableEntry was = before.entry(change.slice()).view();
      TableEntry is = device.entry(change.slice());
      boolean changed = !was.equals(is);
      long seen = highest;
      Outcome outcome = reply.results().get(i).outcome();
      boolean stale = change.epoch() < seen;
      Check.that(
          stale ? !changed && outcome == Outcome.STALE_EPOCH : outcome != Outcome.STALE_EPOCH,
          "4.1",
          () -> device + " said " + outcome + " to " + change + " after epoch " + seen);
      Check.that(
          !changed
              || (Objects.equals(was.owner(), change.expectedOwner())
                  && was.generation() == change.expectedGeneration()
                  && is.generation() == was.generation() + 1),
          "4.1",
          () -> device + " obeyed " + change + " though it had " + was);
      if (changed) {
        obeyed(device, "obeyed " + change);
      }
      if (stale) {
        world.count("changes of a deposed leader that arrived");
      } else if (outcome == Outcome.MISMATCH) {
        world.count("changes that came too late");
      }
      highest = Math.max(highest, change.epoch());
    }
  }

  /**
   * A device was asked to raise generations: nothing else changed, and nothing for a deposed
   * leader.
   */
  void raised(Device device, long epoch, Table before, Table after) {
    for (int slice = 0; slice < after.capacityGiB(); slice++) {
      TableEntry was = before.entry(slice).view();
      TableEntry is = after.entry(slice).view();
      Check.that(
          was.equals(is)
              || (epoch >= before.highestEpoch()
                  && was.owner() == null
                  && is.owner() == null
                  && is.generation() > was.generation()),
          "4.1",
          () -> device + " made " + is + " of " + was + " in epoch " + epoch);
      if (!was.equals(is)) {
        obeyed(device, "made " + is);
      }
    }
  }

  /** A device did what it was asked for: it is the one that the record has. */
  void obeyed(Device device, String what) {
    UUID recorded = world.store().pool(device.poolId()).deviceId();
    Check.that(
        device.deviceId().equals(recorded),
        "4.1",
        () -> device + " is " + device.deviceId() + " and " + what + ", meant for " + recorded);
  }

  /** A device restarted. */
  void restarted(Device device, Table before, Table recovered) {
    Check.that(
        before.equals(recovered),
        "4.9",
        () -> device + " has " + recovered.view() + " after a restart, not " + before.view());
  }

  /** The database came up again. */
  void recovered(InMemoryLedger before) {
    Check.that(
        before.all().equals(world.store().slices()),
        "4.9",
        () -> "slices after recovery: " + world.store().slices() + ", before: " + before.all());
    Check.that(
        before.allGrants().equals(world.store().grants()),
        "4.9",
        () ->
            "grants after recovery: " + world.store().grants() + ", before: " + before.allGrants());
    Set<String> missing = new TreeSet<>(promised);
    world.store().grants().forEach(grant -> missing.remove(grant.id().toString()));
    Check.that(missing.isEmpty(), "4.6", () -> "acknowledged and then lost: " + missing);
  }

  /** A client was told that a grant is its. */
  void acknowledged(GrantId id) {
    promised.add(id.toString());
    Check.that(
        world.store().grants().stream().anyMatch(grant -> grant.id().equals(id)),
        "4.6",
        () -> "a grant was acknowledged that is not in the record: " + id);
  }

  /** A client was told that a grant is withdrawn. */
  void withdrawn(GrantId id) {
    promised.add(id.toString());
    Check.that(
        world.store().grants().stream()
            .anyMatch(grant -> grant.id().equals(id) && !grant.state().live()),
        "4.5",
        () -> "a withdrawal was acknowledged of a grant that is live or unknown: " + id);
  }
}
