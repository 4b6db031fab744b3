package io.tarn.scheduler.host;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The newest known state of every host. {@link #apply} is the only way in, for what this replica
 * commits and for what it reads back from the store alike; states may arrive in any order.
 */
public final class HostBook {

  /** The age of what was never read. */
  public static final Duration NEVER = Duration.ofDays(365);

  private final Ticker ticker;
  private final ConcurrentNavigableMap<String, HostState> hosts = new ConcurrentSkipListMap<>();
  private volatile long readAt;
  private volatile boolean read;

  /**
   * @param ticker measures the age
   */
  public HostBook(Ticker ticker) {
    this.ticker = ticker;
  }

  /** Takes a committed state of one host, unless a newer one is known. */
  public void apply(HostState state) {
    hosts.merge(state.hostId(), state, HostState::newer);
  }

  /**
   * Takes what the store holds.
   *
   * @param all every host; hosts are never removed
   * @param startedNanos when the reading began, on the ticker
   */
  public void rebuild(Collection<HostState> all, long startedNanos) {
    all.forEach(this::apply);
    readAt = startedNanos;
    read = true;
  }

  /** The hosts in the order of their names. */
  public List<HostState> hosts() {
    return List.copyOf(hosts.values());
  }

  /** Since the last reading from the store; {@link #NEVER} before the first. */
  public Duration age() {
    return read ? Duration.ofNanos(Math.max(0, ticker.nanos() - readAt)) : NEVER;
  }
}
