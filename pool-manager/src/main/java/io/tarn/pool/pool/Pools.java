package io.tarn.pool.pool;

import io.tarn.contracts.emc.TableView;
import io.tarn.contracts.pool.PoolSpec;
import io.tarn.contracts.pool.PoolView;
import io.tarn.pool.device.DeviceException;
import io.tarn.pool.device.EmcDrivers;
import java.util.Optional;

/** Declares pools. */
public final class Pools {

  private final PoolStore store;
  private final EmcDrivers drivers;

  /**
   * @param store the record
   * @param drivers the devices
   */
  public Pools(PoolStore store, EmcDrivers drivers) {
    this.store = store;
    this.drivers = drivers;
  }

  /** Declares a pool, after a look at its EMC. Repeating it changes nothing. */
  public PoolOutcome declare(String poolId, PoolSpec spec) {
    Optional<PoolOutcome> known =
        store.view(poolId).flatMap(view -> DeclareRules.known(view, spec));
    if (known.isPresent()) {
      return known.get();
    }
    TableView table;
    try {
      table = drivers.at(spec.emc(), null).readTable();
    } catch (DeviceException e) {
      return new PoolOutcome.EmcUnreachable(String.valueOf(e.getMessage()));
    }
    return DeclareRules.unfit(spec, table).orElseGet(() -> declare(poolId, spec, table));
  }

  /** Until it is so or cannot be; each turn but the first is for what another request changed. */
  private PoolOutcome declare(String poolId, PoolSpec spec, TableView table) {
    while (true) {
      Optional<PoolView> view = store.view(poolId);
      Optional<String> other = store.otherPoolOf(table.deviceId(), spec.emc(), poolId);
      Optional<PoolOutcome> refusal =
          view.map(pool -> DeclareRules.unmoved(pool, table.deviceId(), other))
              .orElseGet(() -> DeclareRules.refusal(table, other));
      if (refusal.isPresent()) {
        return refusal.get();
      }
      if (view.isEmpty() && store.declare(poolId, spec, table)) {
        return new PoolOutcome.Created(view(poolId));
      }
      if (view.isPresent() && store.move(poolId, spec.emc(), table.deviceId())) {
        return new PoolOutcome.Exists(view(poolId));
      }
    }
  }

  private PoolView view(String poolId) {
    return store
        .view(poolId)
        .orElseThrow(() -> new IllegalStateException("pool " + poolId + " is gone"));
  }
}
