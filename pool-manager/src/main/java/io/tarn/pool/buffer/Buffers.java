package io.tarn.pool.buffer;

import io.tarn.contracts.pool.PoolBuffer;
import io.tarn.pool.buffer.BufferStore.Standing;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Watches the free slices of every pool. Each replica reads what was asked for and released since
 * it looked last; the one that drives a pool announces when its buffer turns.
 */
public final class Buffers {

  /** How long the commit of a grant may lag behind the time that is written down for it. */
  private static final long SETTLE_MILLIS = 1000;

  private static final long SECOND = 1000;

  private final BufferStore store;
  private final BufferSettings settings;
  private final BufferObserver observer;
  private final Map<String, Tally> tallies = new HashMap<>();
  private Map<String, PoolBuffer> seen = Map.of();
  private long readUntil;

  /**
   * @param store the record
   * @param settings how forecasts are made
   * @param observer told how buffers stand
   */
  public Buffers(BufferStore store, BufferSettings settings, BufferObserver observer) {
    this.store = store;
    this.settings = settings;
    this.observer = observer;
  }

  /**
   * Looks at every pool.
   *
   * @param led pools for which this replica is to announce
   */
  public synchronized void look(Collection<String> led) {
    Set<String> mine = Set.copyOf(led);
    read();
    if (!mine.isEmpty()) {
      store.forgetRefused(readUntil - settings.lookBackSeconds() * SECOND);
    }
    for (PoolBuffer buffer : seen.values()) {
      observer.looked(buffer);
      if (mine.contains(buffer.poolId())) {
        store.turn(buffer);
      }
    }
  }

  /** A VM was refused slices, since too few were free; it counts as asked for, once. */
  public void refused(String vmId, String poolId, int sizeGiB) {
    store.refuse(vmId, poolId, sizeGiB);
  }

  /** How a pool's buffer stands; empty when there is no such pool. */
  public synchronized Optional<PoolBuffer> of(String poolId) {
    read();
    return Optional.ofNullable(seen.get(poolId));
  }

  private void read() {
    long now = store.nowMillis();
    long oldest = now - settings.lookBackSeconds() * SECOND;
    long from = Math.max(readUntil, oldest);
    long until = Math.max(from, now - SETTLE_MILLIS);
    store.granted(from, until).forEach(granted -> tally(granted.poolId()).add(granted));
    store.refused(from, until).forEach(refused -> tally(refused.poolId()).add(refused));
    store.released(from, until).forEach(released -> tally(released.poolId()).add(released));
    readUntil = until;
    tallies.values().forEach(tally -> tally.forgetBefore(oldest / SECOND));
    List<Standing> standing = store.standing();
    Map<String, PoolBuffer> read = new TreeMap<>();
    for (Standing pool : standing) {
      PoolBuffer buffer = BufferRules.forecast(pool, tally(pool.poolId()), settings, now);
      read.put(pool.poolId(), buffer);
    }
    seen = read;
  }

  private Tally tally(String poolId) {
    return tallies.computeIfAbsent(poolId, id -> new Tally());
  }
}
