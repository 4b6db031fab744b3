package io.tarn.pool.sim;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.SliceState;
import io.tarn.pool.ledger.Effects;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.ledger.PoolChange;
import io.tarn.pool.slice.Slice;
import io.tarn.pool.slice.SliceKey;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Looks at the whole record after every commit. */
final class RecordWatch {

  private final World world;
  private final LeaseWatch leases;
  private final Set<GrantId> over = new HashSet<>();
  private final Set<GrantId> lived = new HashSet<>();
  private final Map<String, Integer> newest = new HashMap<>();
  private final Map<String, String> boots = new HashMap<>();
  private final Map<SliceKey, Long> fencedAt = new HashMap<>();
  private Map<String, GrantId> live = new HashMap<>();
  private List<Slice> rows;

  RecordWatch(World world, LeaseWatch leases) {
    this.world = world;
    this.leases = leases;
    this.rows = world.store().slices();
  }

  /** The rows as of the last commit. */
  List<Slice> rows() {
    return rows;
  }

  /** Something was committed. */
  void committed(Effects effects) {
    List<Slice> before = rows;
    rows = world.store().slices();
    for (int i = 0; i < rows.size(); i++) {
      if (!rows.get(i).equals(before.get(i))) {
        moved(before.get(i), rows.get(i));
      }
    }
    for (Host host : world.hosts()) {
      world.store().boot(host.hostId()).ifPresent(boot -> boots.put(host.hostId(), boot));
    }
    capacity();
    Map<String, GrantId> livedBefore = live;
    grants();
    effects.pools().forEach(change -> failed(change, livedBefore));
  }

  private void moved(Slice before, Slice after) {
    boolean sameOwner =
        Objects.equals(before.hostId(), after.hostId())
            && Objects.equals(before.grantId(), after.grantId());
    SliceState from = before.state();
    SliceState to = after.state();
    boolean taken = from == SliceState.FREE && to == SliceState.ASSIGNED;
    boolean fenced = before.fenced() && from == SliceState.QUARANTINED;
    boolean cleared = (from == SliceState.OFFLINING || fenced) && to == SliceState.SCRUBBING;
    boolean freed = from == SliceState.SCRUBBING && to == SliceState.FREE;
    boolean lost = to == SliceState.LOST;
    boolean takenOver = to == SliceState.SCRUBBING && !after.settled() && before.unused();
    boolean renewed = from == SliceState.LOST && to == SliceState.SCRUBBING;
    Check.that(
        from != SliceState.FREE || taken || lost || takenOver,
        "4.1",
        () -> "a free slice changed otherwise than by a grant: " + before + " to " + after);
    Check.that(
        sameOwner || taken || cleared || freed || renewed || takenOver,
        from == SliceState.RELEASING || from == SliceState.OFFLINING ? "4.2" : "4.1",
        () -> "the owner changed without the slice being free: " + before + " to " + after);
    Check.that(
        to != SliceState.FREE || freed,
        "4.2",
        () -> "a slice became free without being erased: " + before + " to " + after);
    Check.that(
        from == to
            || to != SliceState.SCRUBBING
            || cleared
            || takenOver
            || (renewed && before.letGo()),
        "4.2",
        () -> "a slice lost its owner before its host gave it up: " + before + " to " + after);
    Check.that(
        after.generation() >= before.generation() && after.epoch() >= before.epoch(),
        "4.1",
        () -> "generation or epoch fell from " + before + " to " + after);
    if (after.fenced()) {
      fencedAt.put(after.key(), after.generation());
    }
    if (to != from) {
      world.count("slices that became " + to);
    }
    if (!takenOver && (after.generation() != before.generation() || cleared || freed || renewed)) {
      leases.written(after.key().poolId(), after.epoch(), after.toString());
    }
  }

  private void capacity() {
    Map<String, Map<SliceState, Integer>> counts = new HashMap<>();
    for (Slice row : rows) {
      counts
          .computeIfAbsent(row.key().poolId(), pool -> new EnumMap<>(SliceState.class))
          .merge(row.state(), 1, Integer::sum);
    }
    counts.forEach(
        (pool, states) ->
            Check.that(
                states.values().stream().mapToInt(count -> count).sum() == World.SLICES,
                "4.3",
                () -> pool + " has " + states + ", its capacity is " + World.SLICES));
  }

  private void grants() {
    Map<String, List<Slice>> held = new HashMap<>();
    for (Slice row : rows) {
      if (row.grantId() != null) {
        held.computeIfAbsent(row.grantId(), id -> new ArrayList<>()).add(row);
      }
    }
    live = new HashMap<>();
    for (Grant grant : world.store().grants()) {
      List<Slice> slices = held.getOrDefault(grant.id().toString(), List.of());
      held.remove(grant.id().toString());
      if (grant.state().live()) {
        GrantId other = live.put(grant.id().vmId(), grant.id());
        Check.that(
            other == null, "4.5", () -> "a VM lives on two grants: " + other + ", " + grant.id());
        live(grant, slices);
      } else {
        over(grant, slices);
      }
      newest.merge(grant.id().vmId(), grant.id().attempt(), Math::max);
    }
    Check.that(held.isEmpty(), "4.5", () -> "slices serve grants that nobody asked for: " + held);
  }

  /** A pool failed: exactly the grants that lived on it do not, and they are named. */
  private void failed(PoolChange change, Map<String, GrantId> before) {
    if (!(change instanceof PoolChange.Failed failed)) {
      return;
    }
    Set<String> hit = new TreeSet<>();
    Set<String> gone = new TreeSet<>();
    Set<String> named = new TreeSet<>();
    for (Grant grant : world.store().grants()) {
      GrantId id = grant.id();
      if (id.equals(before.get(id.vmId()))) {
        if (grant.granted().poolId().equals(failed.poolId())) {
          hit.add(id.toString());
        }
        if (!grant.state().live()) {
          gone.add(id.toString());
        }
      }
    }
    failed.affected().stream()
        .filter(PoolChange.Affected::live)
        .forEach(affected -> named.add(affected.grantId().toString()));
    Check.that(
        hit.equals(gone) && hit.equals(named),
        "4.7",
        () ->
            failed.poolId() + " failed under " + hit + ", lost were " + gone + ", named " + named);
  }

  private void live(Grant grant, List<Slice> slices) {
    Check.that(
        !over.contains(grant.id()),
        "4.5",
        () -> "a grant that was withdrawn or over came to life: " + grant);
    Check.that(
        !lived.add(grant.id()) || grant.id().attempt() >= newest.getOrDefault(grant.id().vmId(), 0),
        "4.5",
        () -> "an older attempt came to life: " + grant + ", the newest is " + newest);
    Check.that(
        slices.size() == grant.granted().sizeGiB(),
        "4.5",
        () -> "a grant is not what was asked for once: " + grant + " holds " + slices);
    for (Slice slice : slices) {
      Check.that(
          grant.granted().poolId().equals(slice.key().poolId()),
          "4.7",
          () -> "a VM has memory of another pool: " + grant + " holds " + slice);
      Check.that(
          grant.granted().hostId().equals(slice.hostId())
              && (slice.state() == SliceState.ASSIGNED || slice.state() == SliceState.ONLINE),
          "4.5",
          () -> "a live grant does not have its slice: " + grant + " holds " + slice);
    }
  }

  private void over(Grant grant, List<Slice> slices) {
    over.add(grant.id());
    Check.that(
        slices.isEmpty()
            || grant.state() == GrantState.RELEASING
            || grant.state() == GrantState.LOST,
        "4.2",
        () -> "a grant that is over still holds slices: " + grant + " holds " + slices);
  }

  /** The boot of a host that the record believes in. */
  @Nullable String bootOf(String hostId) {
    return boots.get(hostId);
  }

  /** Whether a slice was fenced at the generation that it is at. */
  boolean wasFenced(Slice row) {
    return Long.valueOf(row.generation()).equals(fencedAt.get(row.key()));
  }

  /** The row of a slice. */
  Slice row(String poolId, int number) {
    @Nullable Slice found = null;
    for (Slice row : rows) {
      if (row.key().number() == number && row.key().poolId().equals(poolId)) {
        found = row;
      }
    }
    return Objects.requireNonNull(found);
  }
}
