package io.tarn.scheduler.placement.index;

import io.tarn.scheduler.host.HostState;
import io.tarn.scheduler.host.PoolState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Every host and wiring of a cluster, ordered so that the best places of a VM are found without a
 * look at the others. Free memory counts in whole GiB for the score, and the free share of a pool
 * in steps of an eighth; what there is room for is exact.
 *
 * <p>The first demand with a new set of labels reads every host once; the sets of the last 64 kinds
 * of demand are kept. Not thread-safe.
 */
public final class FleetIndex {

  private static final int MOST_VIEWS = 64;

  /** In the place of a pool's name, which is never empty: the host by itself. */
  private static final String ALONE = "";

  private final Weights weights;
  private final Map<String, HostState> hosts = new HashMap<>();
  private final Map<String, PoolState> pools = new HashMap<>();
  private final Map<String, Set<String>> wired = new HashMap<>();
  private final Map<String, Map<String, Entry>> entered = new HashMap<>();
  private final Slots slots = new Slots();
  private final View all = new View(Map.of());
  private final Map<Map<String, String>, View> labelled = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * @param weights how much each score counts
   */
  public FleetIndex(Weights weights) {
    this.weights = weights;
  }

  /** Takes a host's state in the place of the one before. */
  public void put(HostState host) {
    HostState before = hosts.put(host.hostId(), host);
    List<String> wiredBefore = before == null ? List.of() : before.pools();
    if (!wiredBefore.equals(host.pools())) {
      wiredBefore.forEach(poolId -> leave(host, poolId));
      host.pools().forEach(poolId -> wiredTo(poolId).add(host.hostId()));
    }
    enter(host, ALONE);
    host.pools().forEach(poolId -> enter(host, poolId));
  }

  /** Takes a pool's state in the place of the one before. */
  public void put(PoolState pool) {
    PoolState before = pools.put(pool.poolId(), pool);
    if (before == null || !standsAs(before, pool)) {
      enterHostsOf(pool.poolId());
    }
  }

  /** Forgets a pool. */
  public void removePool(String poolId) {
    if (pools.remove(poolId) != null) {
      enterHostsOf(poolId);
    }
  }

  /**
   * The best places for a VM.
   *
   * @param most how many at most, 1 or more
   * @return best first; empty: there is no room
   */
  public List<Found> best(Demand demand, int most) {
    Shortlist list = new Shortlist(most, slot -> admits(demand, slots.entry(slot)));
    view(demand.labels()).search(demand, weights, list);
    List<Found> found = new ArrayList<>(list.size());
    for (int at = 0; at < list.size(); at++) {
      Entry entry = slots.entry(list.slot(at));
      PoolState pool = entry.poolId() == null ? null : pools.get(entry.poolId());
      found.add(new Found(entry.host(), pool, list.score(at)));
    }
    return found;
  }

  private boolean admits(Demand demand, Entry entry) {
    if (demand.hostsOut().contains(entry.host().hostId())) {
      return false;
    }
    String poolId = entry.poolId();
    if (poolId == null) {
      return true;
    }
    PoolState pool = pools.get(poolId);
    return pool != null
        && pool.freeGiB() >= demand.poolGiB()
        && !demand.poolsOut().contains(poolId);
  }

  private View view(Map<String, String> labels) {
    if (labels.isEmpty()) {
      return all;
    }
    View known = labelled.get(labels);
    if (known != null) {
      return known;
    }
    View view = new View(labels);
    entered.values().forEach(entries -> entries.values().forEach(view::add));
    labelled.put(labels, view);
    if (labelled.size() > MOST_VIEWS) {
      labelled.remove(labelled.keySet().iterator().next());
    }
    return view;
  }

  private Set<String> wiredTo(String poolId) {
    return wired.computeIfAbsent(poolId, id -> new LinkedHashSet<>());
  }

  private void leave(HostState host, String poolId) {
    wiredTo(poolId).remove(host.hostId());
    replace(host.hostId(), poolId, null);
  }

  private void enterHostsOf(String poolId) {
    for (String hostId : wired.getOrDefault(poolId, Set.of())) {
      HostState host = hosts.get(hostId);
      if (host != null) {
        enter(host, poolId);
      }
    }
  }

  /** Whether the entries of a pool's hosts may stay where they are. */
  private static boolean standsAs(PoolState before, PoolState now) {
    return before.failed() == now.failed()
        && before.capacityGiB() == now.capacityGiB()
        && before.hosts().equals(now.hosts())
        && (now.capacityGiB() == 0
            || Shape.level(before.freeGiB(), before.capacityGiB())
                == Shape.level(now.freeGiB(), now.capacityGiB()));
  }

  /** Enters a host by itself or with one of its pools, if it is open to VMs that way. */
  private void enter(HostState host, String poolId) {
    boolean open = !host.cordoned() && host.freeVcpus() >= 0 && host.freeLocalMiB() >= 0;
    PoolState pool = pools.get(poolId);
    boolean alone = poolId.equals(ALONE);
    boolean entered = open && (alone || (pool != null && gives(pool, host)));
    replace(host.hostId(), poolId, entered ? slots.take(host, pool) : null);
  }

  private void replace(String hostId, String poolId, @Nullable Entry entry) {
    Map<String, Entry> ofHost = entered.computeIfAbsent(hostId, id -> new HashMap<>());
    Entry before = entry == null ? ofHost.remove(poolId) : ofHost.put(poolId, entry);
    if (before != null) {
      all.remove(before);
      labelled.values().forEach(view -> view.remove(before));
      slots.free(before);
    }
    if (entry != null) {
      all.add(entry);
      labelled.values().forEach(view -> view.add(entry));
    }
  }

  private static boolean gives(PoolState pool, HostState host) {
    return !pool.failed() && pool.capacityGiB() > 0 && pool.hosts().contains(host.hostId());
  }

  /** The entries by number; numbers are used again. */
  private static final class Slots {

    private final List<@Nullable Entry> entries = new ArrayList<>();
    private final List<Integer> unused = new ArrayList<>();

    Entry take(HostState host, @Nullable PoolState pool) {
      int slot = unused.isEmpty() ? entries.size() : unused.remove(unused.size() - 1);
      String poolId = pool == null ? null : pool.poolId();
      Entry entry = new Entry(slot, host, poolId, Shape.of(host, pool));
      if (slot == entries.size()) {
        entries.add(entry);
      } else {
        entries.set(slot, entry);
      }
      return entry;
    }

    void free(Entry entry) {
      entries.set(entry.slot(), null);
      unused.add(entry.slot());
    }

    Entry entry(int slot) {
      Entry entry = entries.get(slot);
      if (entry == null) {
        throw new IllegalStateException("slot " + slot + " is unused");
      }
      return entry;
    }
  }
}
