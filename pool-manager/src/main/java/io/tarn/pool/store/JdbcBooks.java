package io.tarn.pool.store;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.PortView;
import io.tarn.pool.ledger.Books;
import io.tarn.pool.ledger.Departure;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.ledger.Host;
import io.tarn.pool.ledger.OperationBooks;
import io.tarn.pool.ledger.Pool;
import io.tarn.pool.ledger.PortKey;
import io.tarn.pool.ledger.RecallPace;
import io.tarn.pool.slice.Slice;
import io.tarn.pool.slice.SliceKey;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The rows that a transaction reads. */
record JdbcBooks(
    AuditRows audits,
    PoolRows pools,
    SliceRows slices,
    GrantRows grants,
    HostRows hosts,
    OperationBooks operations)
    implements Books {

  @Override
  public int lockAttempt(String vmId) {
    return grants.lockAttempt(vmId);
  }

  @Override
  public Map<String, Integer> lockAttempts(Collection<String> vmIds) {
    return grants.lockAttempts(vmIds);
  }

  @Override
  public boolean lockPlan(String planId) {
    return audits.lockPlan(planId);
  }

  @Override
  public Optional<Pool> lockPool(String poolId) {
    return pools.lock(poolId);
  }

  @Override
  public Optional<PortView> holdPort(String poolId, String hostId) {
    return pools.holdPort(poolId, hostId);
  }

  @Override
  public List<PortView> holdPorts(Collection<PortKey> keys) {
    return pools.holdPorts(keys);
  }

  @Override
  public void lockPortsOf(String poolId) {
    pools.lockPorts(poolId);
  }

  @Override
  public void lockPortsOfHost(String hostId) {
    pools.lockPortsOfHost(hostId);
  }

  @Override
  public List<Grant> lockUnfinishedOf(String poolId) {
    return grants.lockUnfinishedOf(poolId);
  }

  @Override
  public List<Slice> lockSlicesOfPool(String poolId) {
    return slices.lockByPool(poolId);
  }

  @Override
  public Optional<Grant> grant(GrantId id) {
    return grants.byId(id);
  }

  @Override
  public List<Grant> grants(Collection<GrantId> ids) {
    return grants.byIds(ids);
  }

  @Override
  public Optional<Grant> liveGrant(String vmId) {
    return grants.live(vmId);
  }

  @Override
  public List<Grant> liveGrants(Collection<String> vmIds) {
    return grants.liveOf(vmIds);
  }

  @Override
  public List<Grant> lockGrants(Collection<String> grantIds) {
    return grants.lock(grantIds);
  }

  @Override
  public List<Grant> lockUnfinished(String hostId) {
    return grants.lockUnfinished(hostId);
  }

  @Override
  public List<String> unfinished(String hostId) {
    return grants.unfinished(hostId);
  }

  @Override
  public List<Slice> lockSlicesOf(Collection<String> grantIds) {
    return slices.lockByGrant(grantIds);
  }

  @Override
  public List<Slice> lockSlices(Collection<String> grantIds, Collection<SliceKey> keys) {
    return slices.lock(grantIds, keys);
  }

  @Override
  public List<Slice> slicesOf(GrantId id) {
    return slices.byGrant(id.toString());
  }

  @Override
  public List<Slice> slices(Collection<SliceKey> keys) {
    return slices.byKey(keys);
  }

  @Override
  public long askedBackBy(Slice slice) {
    return hosts.askedBackBy(slice);
  }

  @Override
  public List<Slice> deviceWork(String poolId, int most) {
    return slices.waiting(poolId, most);
  }

  @Override
  public Map<String, Integer> deviceWorkByPool() {
    return slices.waitingByPool();
  }

  @Override
  public List<Slice> recallable(Collection<String> poolIds, RecallPace pace, int most) {
    return slices.recallable(poolIds, pace, most);
  }

  @Override
  public Optional<Departure> departure(GrantId id) {
    return grants.departure(id);
  }

  @Override
  public List<GrantId> drainable(Collection<String> poolIds, long aheadMillis, int most) {
    return grants.drainable(poolIds, aheadMillis, most);
  }

  @Override
  public List<Slice> takeFree(String poolId, int count) {
    return slices.takeFree(poolId, count);
  }

  @Override
  public Optional<Host> lockHost(String hostId) {
    return hosts.lock(hostId);
  }

  @Override
  public Optional<Host> host(String hostId) {
    return hosts.byId(hostId);
  }

  @Override
  public List<Host> hosts(Collection<String> hostIds) {
    return hosts.byIds(hostIds);
  }

  @Override
  public Optional<Pool> pool(String poolId) {
    return pools.byId(poolId);
  }

  @Override
  public List<Pool> pools(Collection<String> poolIds) {
    return pools.byIds(poolIds);
  }

  @Override
  public Optional<String> otherPoolOf(UUID deviceId, @Nullable URI emc, String poolId) {
    return pools.otherOf(deviceId, emc, poolId);
  }

  @Override
  public Map<String, Integer> ports(String poolId) {
    return pools.ports(poolId);
  }
}
