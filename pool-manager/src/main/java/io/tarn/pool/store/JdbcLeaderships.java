package io.tarn.pool.store;

import io.tarn.chassis.lease.Lease;
import io.tarn.chassis.lease.Leases;
import io.tarn.pool.device.Leadership;
import io.tarn.pool.device.Leaderships;
import io.tarn.pool.store.JdbcLeadership.Held;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;

/**
 * The leases of all pools that this process leads. One statement makes them all last longer, so
 * that a pool that is idle costs nothing.
 */
public final class JdbcLeaderships implements Leaderships {

  private final Leases leases;
  private final String holder;
  private final Duration length;
  private final LongSupplier nanoTime;
  private final List<JdbcLeadership> all = new CopyOnWriteArrayList<>();

  /**
   * @param leases of the service's schema
   * @param holder this process
   * @param length of the leases
   */
  public JdbcLeaderships(Leases leases, String holder, Duration length) {
    this(leases, holder, length, System::nanoTime);
  }

  JdbcLeaderships(Leases leases, String holder, Duration length, LongSupplier nanoTime) {
    this.leases = leases;
    this.holder = holder;
    this.length = length;
    this.nanoTime = nanoTime;
  }

  @Override
  public Leadership of(String poolId) {
    JdbcLeadership leadership = new JdbcLeadership(leases, poolId, holder, length, nanoTime);
    all.add(leadership);
    return leadership;
  }

  /** Makes what is held last longer. */
  public void renew() {
    long askedAt = nanoTime.getAsLong();
    List<Lasting> held = new ArrayList<>();
    all.forEach(one -> one.lasting().ifPresent(lasting -> held.add(new Lasting(one, lasting))));
    Set<Lease> renewed =
        leases.renewAll(held.stream().map(one -> one.held().lease()).toList(), length);
    held.stream()
        .filter(one -> renewed.contains(one.held().lease()))
        .forEach(one -> one.leadership().lasts(one.held(), askedAt));
  }

  private record Lasting(JdbcLeadership leadership, Held held) {}
}
