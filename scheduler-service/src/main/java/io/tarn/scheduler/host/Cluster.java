package io.tarn.scheduler.host;

import java.time.Duration;

/** The hosts and pools of this replica, read anew when a decision needs them fresher. */
public final class Cluster {

  private final HostBook hosts;
  private final PoolBook pools;
  private final HostStore store;
  private final Ticker ticker;
  private final Object reading = new Object();

  /**
   * @param hosts where readings go
   * @param pools kept by whoever asks the pool manager
   * @param store where hosts are read from
   * @param ticker measures ages
   */
  public Cluster(HostBook hosts, PoolBook pools, HostStore store, Ticker ticker) {
    this.hosts = hosts;
    this.pools = pools;
    this.store = store;
    this.ticker = ticker;
  }

  /** What is known now. */
  public ClusterSnapshot snapshot() {
    return new ClusterSnapshot(hosts.hosts(), pools.pools(), hosts.age(), pools.age());
  }

  /** Reads every host from the store. */
  public void refresh() {
    refreshOlderThan(Duration.ZERO);
  }

  /**
   * Reads every host from the store unless that was done recently; of many at once, one reads.
   *
   * @return whether it was read
   */
  public boolean refreshOlderThan(Duration age) {
    synchronized (reading) {
      if (hosts.age().compareTo(age) < 0) {
        return false;
      }
      long started = ticker.nanos();
      hosts.rebuild(store.all(), started);
      return true;
    }
  }

  /** Reads one host from the store. */
  public void refresh(String hostId) {
    store.find(hostId).ifPresent(hosts::apply);
  }
}
