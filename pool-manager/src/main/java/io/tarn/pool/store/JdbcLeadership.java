package io.tarn.pool.store;

import io.tarn.chassis.lease.Lease;
import io.tarn.chassis.lease.Leases;
import io.tarn.pool.device.Leadership;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One pool's lease. Asked for often, it goes to the database only when a third of the lease's
 * length has passed since it last did. Used by one thread.
 */
public final class JdbcLeadership implements Leadership {

  private final Leases leases;
  private final String name;
  private final String holder;
  private final Duration length;
  private final LongSupplier nanoTime;
  private @Nullable Lease lease;
  private long askedAt;

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
    if (lease == null || now - askedAt >= length.toNanos() / 3) {
      lease = null;
      lease = leases.acquire(name, holder, length).orElse(null);
      askedAt = now;
    }
    return lease == null ? OptionalLong.empty() : OptionalLong.of(lease.epoch());
  }

  @Override
  public void guard() {
    if (lease == null) {
      throw new IllegalStateException("the lease " + name + " was never held");
    }
    leases.guard(lease);
  }

  @Override
  public void release() {
    if (lease != null) {
      leases.release(lease);
      lease = null;
    }
  }
}
