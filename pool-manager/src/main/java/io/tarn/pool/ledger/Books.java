package io.tarn.pool.ledger;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.PortView;
import io.tarn.pool.slice.Slice;
import io.tarn.pool.slice.SliceKey;
import java.net.URI;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction can read. Locks are taken in one order: VM attempt, pool, ports, grants by id,
 * slices by key, host; only {@link #takeFree} may come late, since it waits for nobody who waits.
 */
public interface Books {

  /** Holds a VM against other attempts; its newest attempt known, 0 when there is none. */
  int lockAttempt(String vmId);

  /**
   * Holds VMs against other attempts, in the order of their names.
   *
   * @return the newest attempt known of each, 0 when there is none
   */
  default Map<String, Integer> lockAttempts(Collection<String> vmIds) {
    Map<String, Integer> newest = new HashMap<>();
    new TreeSet<>(vmIds).forEach(vmId -> newest.put(vmId, lockAttempt(vmId)));
    return newest;
  }

  /** Locks a pool. */
  Optional<Pool> lockPool(String poolId);

  /**
   * Holds a host's port on a pool, together with others who give grants through it. What is read of
   * pool and host afterwards stays until the transaction ends.
   */
  Optional<PortView> holdPort(String poolId, String hostId);

  /**
   * Holds ports as {@link #holdPort} does, in the order of their keys; what is not wired is left
   * out.
   */
  default List<PortView> holdPorts(Collection<PortKey> keys) {
    return new TreeSet<>(keys)
        .stream().flatMap(key -> holdPort(key.poolId(), key.hostId()).stream()).toList();
  }

  /** Locks every port of a pool; nobody gives a grant of it meanwhile. */
  void lockPortsOf(String poolId);

  /** Locks every port of a host; nobody gives it a grant meanwhile. */
  void lockPortsOfHost(String hostId);

  /** Locks the grants that have not given back every slice of a pool. */
  List<Grant> lockUnfinishedOf(String poolId);

  /** Locks every slice of a pool. */
  List<Slice> lockSlicesOfPool(String poolId);

  /** Locks a repair plan; whether it is still to be carried out. */
  boolean lockPlan(String planId);

  /** A grant, not locked. */
  Optional<Grant> grant(GrantId id);

  /** Grants by id, not locked; what does not exist is left out. */
  default List<Grant> grants(Collection<GrantId> ids) {
    return ids.stream().flatMap(id -> grant(id).stream()).toList();
  }

  /** The grant that a VM lives on, not locked. */
  Optional<Grant> liveGrant(String vmId);

  /** The grants that VMs live on, not locked; a VM that lives on none is left out. */
  default List<Grant> liveGrants(Collection<String> vmIds) {
    return vmIds.stream().flatMap(vmId -> liveGrant(vmId).stream()).toList();
  }

  /** Locks grants by id; what does not exist is left out. */
  List<Grant> lockGrants(Collection<String> grantIds);

  /** Locks the grants that have not given back every slice of a host. */
  List<Grant> lockUnfinished(String hostId);

  /** Grants that have not given back every slice of a host, not locked. */
  List<String> unfinished(String hostId);

  /** Locks every slice that serves one of these grants. */
  List<Slice> lockSlicesOf(Collection<String> grantIds);

  /** Locks every slice that serves one of these grants, and these slices. */
  List<Slice> lockSlices(Collection<String> grantIds, Collection<SliceKey> keys);

  /** Slices that serve a grant, not locked. */
  List<Slice> slicesOf(GrantId id);

  /** Slices by key, not locked; what does not exist is left out. */
  List<Slice> slices(Collection<SliceKey> keys);

  /**
   * The sequence of the newest command that asked the host of a slice to give it up at its
   * generation; 0 when there is none.
   */
  long askedBackBy(Slice slice);

  /**
   * Slices of a pool whose next step is the device's, not locked, by number; none while the pool
   * has failed.
   */
  List<Slice> deviceWork(String poolId, int most);

  /** How many slices wait for their device, for every pool. */
  Map<String, Integer> deviceWorkByPool();

  /** Slices of pools that are stuck and to be asked for again now, not locked. */
  List<Slice> recallable(Collection<String> poolIds, RecallPace pace, int most);

  /** What is known of the departure of a live grant's VM; empty when it is not known to leave. */
  Optional<Departure> departure(GrantId id);

  /**
   * Grants that are online, whose VMs are known to leave, and whose hosts were not told to drain
   * them: those that leave within {@code aheadMillis}, and all of them where free slices are low.
   */
  List<GrantId> drainable(Collection<String> poolIds, long aheadMillis, int most);

  /** Locks so many FREE slices of a pool; fewer only when there are not more. */
  List<Slice> takeFree(String poolId, int count);

  /** Locks a host. */
  Optional<Host> lockHost(String hostId);

  /** A host, not locked. */
  Optional<Host> host(String hostId);

  /** Hosts by id, not locked; what does not exist is left out. */
  default List<Host> hosts(Collection<String> hostIds) {
    return hostIds.stream().flatMap(hostId -> host(hostId).stream()).toList();
  }

  /** A pool. */
  Optional<Pool> pool(String poolId);

  /** Pools by id; what does not exist is left out. */
  default List<Pool> pools(Collection<String> poolIds) {
    return poolIds.stream().flatMap(poolId -> pool(poolId).stream()).toList();
  }

  /**
   * Another pool than this one that a device serves, or has failed under.
   *
   * @param emc where the device answers: a pool of which it is not known yet which device it has
   *     counts by its address; {@code null} to pass over such pools
   */
  Optional<String> otherPoolOf(UUID deviceId, @Nullable URI emc, String poolId);

  /** What is known of operations. */
  OperationBooks operations();

  /** Port numbers of a pool by host. */
  Map<String, Integer> ports(String poolId);
}
