package io.tarn.local.demo;

import io.tarn.local.invariant.Acknowledged;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** What the services answered to each request of a replay. */
public final class Ledger {

  private static final int MOST_KEPT = 1_000;

  private final Map<String, Integer> pooled = new ConcurrentHashMap<>();
  private final Set<String> deleted = ConcurrentHashMap.newKeySet();
  private final Set<String> earlier = ConcurrentHashMap.newKeySet();
  private final Map<String, Integer> refusals = new TreeMap<>();
  private final List<String> undocumented = new ArrayList<>();
  private final AtomicInteger refused = new AtomicInteger();
  private final AtomicInteger pooledNow = new AtomicInteger();
  private int deletedEarlier;

  void placed(String vmId, int poolGiB) {
    if (pooled.put(vmId, poolGiB) == null) {
      pooledNow.addAndGet(poolGiB);
    }
  }

  void deleted(String vmId) {
    if (deleted.add(vmId)) {
      pooledNow.addAndGet(-pooled.getOrDefault(vmId, 0));
    }
  }

  synchronized void refused(String reason) {
    refused.incrementAndGet();
    refusals.merge(reason, 1, Integer::sum);
  }

  synchronized void undocumented(String what) {
    if (undocumented.size() < MOST_KEPT) {
      undocumented.add(what);
    }
  }

  /** What comes is counted from 0 again; what came before stays known. */
  synchronized void countAnew() {
    earlier.addAll(pooled.keySet());
    deletedEarlier = deleted.size();
    refused.set(0);
    refusals.clear();
  }

  /** Whether a VM was accepted before the counting began anew. */
  boolean earlier(String vmId) {
    return earlier.contains(vmId);
  }

  /** VMs accepted so far. */
  public int placed() {
    return pooled.size() - earlier.size();
  }

  /** VMs given back so far. */
  public synchronized int deleted() {
    return deleted.size() - deletedEarlier;
  }

  /** VMs refused so far. */
  public int refused() {
    return refused.get();
  }

  /** Pool memory of the VMs that run now, in GiB. */
  public int pooledNowGiB() {
    return pooledNow.get();
  }

  /** Refused VMs by the reason that ruled out the most hosts. */
  public synchronized Map<String, Integer> refusals() {
    return Map.copyOf(refusals);
  }

  /**
   * What was acknowledged.
   *
   * @param unsettled what was not finished at the end
   */
  public synchronized Acknowledged acknowledged(List<String> unsettled) {
    return new Acknowledged(pooled.keySet(), deleted, undocumented, unsettled);
  }
}
