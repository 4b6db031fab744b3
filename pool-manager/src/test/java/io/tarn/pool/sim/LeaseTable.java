package io.tarn.pool.sim;

import io.tarn.chassis.lease.Lease;
import io.tarn.chassis.lease.LeaseLostException;
import io.tarn.chassis.lease.Leases;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Leases on the simulated clock, row by row as the statements of the database have them. */
final class LeaseTable implements Leases {

  private final Timeline timeline;
  private final Map<String, Row> rows = new TreeMap<>();

  LeaseTable(Timeline timeline) {
    this.timeline = timeline;
  }

  @Override
  public Optional<Lease> acquire(String name, String holder, Duration length) {
    long expires = timeline.now() + length.toMillis() * Timeline.MILLIS;
    Row held = rows.get(name);
    if (held == null) {
      rows.put(name, new Row(holder, 1, expires));
      return Optional.of(new Lease(name, holder, 1));
    }
    boolean expired = held.expiresAt() <= timeline.now();
    boolean own = holder.equals(held.holder());
    if (held.holder() != null && !own && !expired) {
      return Optional.empty();
    }
    long epoch = own && !expired ? held.epoch() : held.epoch() + 1;
    rows.put(name, new Row(holder, epoch, expires));
    return Optional.of(new Lease(name, holder, epoch));
  }

  @Override
  public boolean renew(Lease lease, Duration length) {
    boolean held = held(lease);
    if (held) {
      rows.put(
          lease.name(),
          new Row(
              lease.holder(), lease.epoch(), timeline.now() + length.toMillis() * Timeline.MILLIS));
    }
    return held;
  }

  @Override
  public void release(Lease lease) {
    Row row = rows.get(lease.name());
    if (row != null && lease.holder().equals(row.holder()) && row.epoch() == lease.epoch()) {
      rows.put(lease.name(), new Row(null, row.epoch(), timeline.now()));
    }
  }

  @Override
  public void guard(Lease lease) {
    if (!held(lease)) {
      throw new LeaseLostException(lease);
    }
  }

  /** Nobody leads any more; the next epoch is above the one given. */
  void depose(String name, long epoch) {
    Row row = rows.get(name);
    long least = row == null ? 1 : row.epoch();
    rows.put(name, new Row(null, Math.max(least, epoch), timeline.now()));
  }

  private boolean held(Lease lease) {
    Row row = rows.get(lease.name());
    return row != null
        && lease.holder().equals(row.holder())
        && row.epoch() == lease.epoch()
        && row.expiresAt() > timeline.now();
  }

  private record Row(@Nullable String holder, long epoch, long expiresAt) {}
}
