package io.tarn.scheduler.host;

import io.tarn.contracts.GrantId;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The pools as last told by the pool manager, less the grants that this replica has asked for and
 * that the telling cannot have counted. What cannot be known is counted as taken.
 */
public final class PoolBook {

  private final Ticker ticker;
  private final Map<String, PoolState> told = new TreeMap<>();
  private final Map<GrantId, Ask> asked = new HashMap<>();
  private long toldAt;
  private boolean ever;

  /**
   * @param ticker measures the age
   */
  public PoolBook(Ticker ticker) {
    this.ticker = ticker;
  }

  /**
   * Takes a reading of all pools.
   *
   * @param startedNanos when the reading began: grants answered before that are counted in it
   */
  public synchronized void told(Collection<PoolState> pools, long startedNanos) {
    told.clear();
    pools.forEach(pool -> told.put(pool.poolId(), pool));
    asked.values().removeIf(ask -> ask.answeredBefore(startedNanos));
    toldAt = startedNanos;
    ever = true;
  }

  /** Notes that a grant is about to be asked for. */
  public synchronized void asking(GrantId grant, String poolId, int sizeGiB) {
    asked.put(grant, new Ask(poolId, sizeGiB, null));
  }

  /** Notes that a grant was committed. */
  public synchronized void granted(GrantId grant) {
    asked.computeIfPresent(grant, (id, ask) -> ask.answeredAt(ticker.nanos()));
  }

  /** Notes that a grant came to nothing. */
  public synchronized void forget(GrantId grant) {
    asked.remove(grant);
  }

  /** Notes what the pool manager said was free when it refused. */
  public synchronized void refused(String poolId, int freeGiB) {
    told.computeIfPresent(poolId, (id, pool) -> pool.withFree(Math.min(freeGiB, pool.freeGiB())));
  }

  /** The pools by name. */
  public synchronized Map<String, PoolState> pools() {
    Map<String, PoolState> pools = new HashMap<>(told);
    for (Ask ask : asked.values()) {
      pools.computeIfPresent(
          ask.poolId(), (id, pool) -> pool.withFree(pool.freeGiB() - ask.sizeGiB()));
    }
    return pools;
  }

  /** Since the last reading; {@link HostBook#NEVER} before the first. */
  public synchronized Duration age() {
    return ever ? Duration.ofNanos(Math.max(0, ticker.nanos() - toldAt)) : HostBook.NEVER;
  }

  private record Ask(String poolId, int sizeGiB, @Nullable Long answeredNanos) {

    Ask answeredAt(long nanos) {
      return new Ask(poolId, sizeGiB, nanos);
    }

    boolean answeredBefore(long nanos) {
      return answeredNanos != null && answeredNanos - nanos < 0;
    }
  }
}
