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
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Books of a transaction in which others commit between what it reads before its first lock and
 * that lock. The first time the transaction runs up to the lock; the second time it is given what
 * it read then, and reads anew from the lock on.
 */
final class TwoPhaseBooks implements Books {

  private final Books books;
  private final @Nullable List<Object> early;
  private final List<Object> read = new ArrayList<>();
  private boolean locked;

  private TwoPhaseBooks(Books books, @Nullable List<Object> early) {
    this.books = books;
    this.early = early;
  }

  /** Books that end the transaction at its first lock. */
  static TwoPhaseBooks upToTheLock(Books books) {
    return new TwoPhaseBooks(books, null);
  }

  /**
   * Books that know what was read before the lock.
   *
   * @param early as {@link #read} had it
   */
  static TwoPhaseBooks fromTheLock(Books books, List<Object> early) {
    return new TwoPhaseBooks(books, early);
  }

  /** What was read before the first lock. */
  List<Object> read() {
    return List.copyOf(read);
  }

  // what was read by a call is given back to the same call
  @SuppressWarnings("unchecked")
  private <T> T early(Supplier<T> live) {
    if (locked) {
      return live.get();
    }
    if (early != null && read.size() < early.size()) {
      T before = (T) early.get(read.size());
      read.add(before);
      return before;
    }
    T now = live.get();
    read.add(now);
    return now;
  }

  private Books lock() {
    if (early == null) {
      throw new LockReachedException();
    }
    locked = true;
    return books;
  }

  @Override
  public int lockAttempt(String vmId) {
    return lock().lockAttempt(vmId);
  }

  @Override
  public Optional<Grant> grant(GrantId id) {
    return early(() -> books.grant(id));
  }

  @Override
  public Optional<Grant> liveGrant(String vmId) {
    return early(() -> books.liveGrant(vmId));
  }

  @Override
  public List<Grant> lockGrants(Collection<String> grantIds) {
    return lock().lockGrants(grantIds);
  }

  @Override
  public List<Grant> lockUnfinished(String hostId) {
    return lock().lockUnfinished(hostId);
  }

  @Override
  public List<String> unfinished(String hostId) {
    return early(() -> books.unfinished(hostId));
  }

  @Override
  public List<Slice> lockSlicesOf(Collection<String> grantIds) {
    return lock().lockSlicesOf(grantIds);
  }

  @Override
  public List<Slice> slicesOf(GrantId id) {
    return early(() -> books.slicesOf(id));
  }

  @Override
  public List<Slice> slices(Collection<SliceKey> keys) {
    return early(() -> books.slices(keys));
  }

  @Override
  public long askedBackBy(Slice slice) {
    return early(() -> books.askedBackBy(slice));
  }

  @Override
  public List<Slice> deviceWork(String poolId, int most) {
    return early(() -> books.deviceWork(poolId, most));
  }

  @Override
  public Map<String, Integer> deviceWorkByPool() {
    return early(books::deviceWorkByPool);
  }

  @Override
  public List<Slice> recallable(Collection<String> poolIds, RecallPace pace, int most) {
    return early(() -> books.recallable(poolIds, pace, most));
  }

  @Override
  public Optional<Departure> departure(GrantId id) {
    return early(() -> books.departure(id));
  }

  @Override
  public List<GrantId> drainable(Collection<String> poolIds, long aheadMillis, int most) {
    return early(() -> books.drainable(poolIds, aheadMillis, most));
  }

  @Override
  public List<Slice> takeFree(String poolId, int count) {
    return lock().takeFree(poolId, count);
  }

  @Override
  public Optional<Host> lockHost(String hostId) {
    return lock().lockHost(hostId);
  }

  @Override
  public Optional<Host> host(String hostId) {
    return early(() -> books.host(hostId));
  }

  @Override
  public Optional<Pool> pool(String poolId) {
    return early(() -> books.pool(poolId));
  }

  @Override
  public Optional<String> otherPoolOf(UUID deviceId, @Nullable URI emc, String poolId) {
    return early(() -> books.otherPoolOf(deviceId, emc, poolId));
  }

  @Override
  public Optional<Pool> lockPool(String poolId) {
    return lock().lockPool(poolId);
  }

  @Override
  public Optional<PortView> holdPort(String poolId, String hostId) {
    return lock().holdPort(poolId, hostId);
  }

  @Override
  public void lockPortsOf(String poolId) {
    lock().lockPortsOf(poolId);
  }

  @Override
  public void lockPortsOfHost(String hostId) {
    lock().lockPortsOfHost(hostId);
  }

  @Override
  public boolean lockPlan(String planId) {
    return lock().lockPlan(planId);
  }

  @Override
  public List<Grant> lockUnfinishedOf(String poolId) {
    return lock().lockUnfinishedOf(poolId);
  }

  @Override
  public List<Slice> lockSlicesOfPool(String poolId) {
    return lock().lockSlicesOfPool(poolId);
  }

  @Override
  public List<Slice> lockSlices(Collection<String> grantIds, Collection<SliceKey> keys) {
    return lock().lockSlices(grantIds, keys);
  }

  /** Nobody reads of operations but under a lock, or to lock them. */
  @Override
  public OperationBooks operations() {
    return lock().operations();
  }

  @Override
  public Map<String, Integer> ports(String poolId) {
    return early(() -> books.ports(poolId));
  }

  /** The transaction is at its first lock. */
  static final class LockReachedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    LockReachedException() {
      super("at the first lock", null, false, false);
    }
  }
}
