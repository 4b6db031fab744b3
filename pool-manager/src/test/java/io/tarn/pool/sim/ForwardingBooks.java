package io.tarn.pool.sim;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.PortView;
import io.tarn.pool.ledger.Books;
import io.tarn.pool.ledger.Departure;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.ledger.Host;
import io.tarn.pool.ledger.OperationBooks;
import io.tarn.pool.ledger.Pool;
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

/** Books that read from others; for faults that read one thing otherwise. */
class ForwardingBooks implements Books {

  private final Books books;

  ForwardingBooks(Books books) {
    this.books = books;
  }

  @Override
  public int lockAttempt(String vmId) {
    return books.lockAttempt(vmId);
  }

  @Override
  public Optional<Grant> grant(GrantId id) {
    return books.grant(id);
  }

  @Override
  public Optional<Grant> liveGrant(String vmId) {
    return books.liveGrant(vmId);
  }

  @Override
  public List<Grant> lockGrants(Collection<String> grantIds) {
    return books.lockGrants(grantIds);
  }

  @Override
  public List<Grant> lockUnfinished(String hostId) {
    return books.lockUnfinished(hostId);
  }

  @Override
  public List<String> unfinished(String hostId) {
    return books.unfinished(hostId);
  }

  @Override
  public List<Slice> lockSlicesOf(Collection<String> grantIds) {
    return books.lockSlicesOf(grantIds);
  }

  @Override
  public List<Slice> slicesOf(GrantId id) {
    return books.slicesOf(id);
  }

  @Override
  public List<Slice> slices(Collection<SliceKey> keys) {
    return books.slices(keys);
  }

  @Override
  public long askedBackBy(Slice slice) {
    return books.askedBackBy(slice);
  }

  @Override
  public List<Slice> deviceWork(String poolId, int most) {
    return books.deviceWork(poolId, most);
  }

  @Override
  public Map<String, Integer> deviceWorkByPool() {
    return books.deviceWorkByPool();
  }

  @Override
  public List<Slice> recallable(Collection<String> poolIds, RecallPace pace, int most) {
    return books.recallable(poolIds, pace, most);
  }

  @Override
  public Optional<Departure> departure(GrantId id) {
    return books.departure(id);
  }

  @Override
  public List<GrantId> drainable(Collection<String> poolIds, long aheadMillis, int most) {
    return books.drainable(poolIds, aheadMillis, most);
  }

  @Override
  public List<Slice> takeFree(String poolId, int count) {
    return books.takeFree(poolId, count);
  }

  @Override
  public Optional<Host> lockHost(String hostId) {
    return books.lockHost(hostId);
  }

  @Override
  public Optional<Host> host(String hostId) {
    return books.host(hostId);
  }

  @Override
  public Optional<Pool> pool(String poolId) {
    return books.pool(poolId);
  }

  @Override
  public Optional<String> otherPoolOf(UUID deviceId, @Nullable URI emc, String poolId) {
    return books.otherPoolOf(deviceId, emc, poolId);
  }

  @Override
  public Optional<Pool> lockPool(String poolId) {
    return books.lockPool(poolId);
  }

  @Override
  public Optional<PortView> holdPort(String poolId, String hostId) {
    return books.holdPort(poolId, hostId);
  }

  @Override
  public void lockPortsOf(String poolId) {
    books.lockPortsOf(poolId);
  }

  @Override
  public void lockPortsOfHost(String hostId) {
    books.lockPortsOfHost(hostId);
  }

  @Override
  public boolean lockPlan(String planId) {
    return books.lockPlan(planId);
  }

  @Override
  public List<Grant> lockUnfinishedOf(String poolId) {
    return books.lockUnfinishedOf(poolId);
  }

  @Override
  public List<Slice> lockSlicesOfPool(String poolId) {
    return books.lockSlicesOfPool(poolId);
  }

  @Override
  public List<Slice> lockSlices(Collection<String> grantIds, Collection<SliceKey> keys) {
    return books.lockSlices(grantIds, keys);
  }

  @Override
  public OperationBooks operations() {
    return books.operations();
  }

  @Override
  public Map<String, Integer> ports(String poolId) {
    return books.ports(poolId);
  }
}
