package io.tarn.pool.sim;

import io.tarn.chassis.lease.Lease;
import io.tarn.chassis.lease.Leases;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Watches every lease that is given: one holder at a time, and an epoch that rises with each. */
final class LeaseWatch implements Leases {

  private final Timeline timeline;
  private final Leases leases;
  private final Map<String, Held> last = new TreeMap<>();

  /**
   * @param leases that are watched
   */
  LeaseWatch(Timeline timeline, Leases leases) {
    this.timeline = timeline;
    this.leases = leases;
  }

  @Override
  public Optional<Lease> acquire(String name, String holder, Duration length) {
    Optional<Lease> lease = leases.acquire(name, holder, length);
    lease.ifPresent(given -> given(given, length));
    return lease;
  }

  private void given(Lease lease, Duration length) {
    Held before = last.get(lease.name());
    long now = timeline.now();
    if (before != null && !before.lease().holder().equals(lease.holder())) {
      Check.that(
          before.until() <= now,
          "4.1",
          () -> "two leaders at once: " + lease + " while " + before.lease() + " has not run out");
      Check.that(
          lease.epoch() > before.lease().epoch(),
          "4.1",
          () -> "the epoch does not rise from " + before.lease() + " to " + lease);
    }
    last.put(lease.name(), new Held(lease, now + length.toMillis() * Timeline.MILLIS));
  }

  @Override
  public boolean renew(Lease lease, Duration length) {
    boolean renewed = leases.renew(lease, length);
    if (renewed) {
      given(lease, length);
    }
    return renewed;
  }

  @Override
  public void release(Lease lease) {
    leases.release(lease);
    last.computeIfPresent(
        lease.name(),
        (name, held) -> held.lease().equals(lease) ? new Held(lease, timeline.now()) : held);
  }

  @Override
  public void guard(Lease lease) {
    leases.guard(lease);
  }

  /** Whoever held a lease holds it no more. */
  void deposed(String name) {
    last.computeIfPresent(name, (key, held) -> new Held(held.lease(), timeline.now()));
  }

  /** What was changed for a device's sake was changed under the lease that holds now. */
  void written(String poolId, long epoch, String what) {
    Held held = last.get("pool/" + poolId);
    Check.that(
        held != null && held.lease().epoch() == epoch && held.until() > timeline.now(),
        "4.1",
        () -> what + " was written in epoch " + epoch + ", the lease is " + held);
  }

  private record Held(Lease lease, long until) {}
}
