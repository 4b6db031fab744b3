package io.tarn.pool.store;

import io.tarn.chassis.lease.Lease;
import io.tarn.chassis.lease.Leases;
import io.tarn.pool.device.Leadership;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One pool's lease. Asked for often, it goes to the database only when a third of the lease's
 * length has passed since somebody last did. Used by one thread, and made to last longer by
 * another.
 */
public final class JdbcLeadership implements Leadership {

  private final Leases leases;
  private final String name;
  private final String holder;
  private final Duration length;
  private final LongSupplier nanoTime;
  private final AtomicReference<@Nullable Held> held = new AtomicReference<>();
  private volatile long usedAt;

  /**
   * @param leases of the service's schema
   * @param poolId the pool
   * @param holder this process
   * @param length of the lease
   */
  public JdbcLeadership(Leases leases, String poolId, String holder, Duration length) {
    this(leases, poolId, holder, length, System::nanoTime);
  }

  /**
   * @param leases of the service's schema
   * @param poolId the pool
   * @param holder this process
   * @param length of the lease
   * @param nanoTime a clock of this process that never goes back
   */
  public JdbcLeadership(
      Leases leases, String poolId, String holder, Duration length, LongSupplier nanoTime) {
    this.leases = leases;
    this.name = name(poolId);
    this.holder = holder;
    this.length = length;
    this.nanoTime = nanoTime;
  }

  static String name(String poolId) {
    return "pool/" + poolId;
  }

  @Override
  public OptionalLong hold() {
    long now = nanoTime.getAsLong();
    usedAt = now;
    Held before = held.get();
    if (before != null && now - before.askedAt() < length.toNanos() / 3) {
      return OptionalLong.of(before.lease().epoch());
    }
    held.set(null);
    Optional<Lease> lease = leases.acquire(name, holder, length);
    lease.ifPresent(mine -> held.set(new Held(mine, now)));
    return lease.map(mine -> OptionalLong.of(mine.epoch())).orElseGet(OptionalLong::empty);
  }

  /**
   * What is held, for whoever makes it last longer; empty when nothing is, or when its user has
   * been silent for the length of the lease: then it is left to run out, so that another replica
   * may do what this one does not.
   */
  Optional<Held> lasting() {
    return Optional.ofNullable(held.get())
        .filter(now -> nanoTime.getAsLong() - usedAt < length.toNanos());
  }

  /** Notes that what was held was made to last longer, by a question put at {@code askedAt}. */
  void lasts(Held before, long askedAt) {
    held.compareAndSet(before, new Held(before.lease(), Math.max(before.askedAt(), askedAt)));
  }

  @Override
  public void guard() {
    Held now = held.get();
    if (now == null) {
      throw new IllegalStateException("the lease " + name + " was never held");
    }
    leases.guard(now.lease());
  }

  @Override
  public void release() {
    Held last = held.getAndSet(null);
    if (last != null) {
      leases.release(last.lease());
    }
  }

  /**
   * A lease that is held.
   *
   * @param askedAt when it was asked for last, on the clock of this process
   */
  record Held(Lease lease, long askedAt) {}
}
