package io.tarn.pool.pool;

import io.tarn.contracts.emc.TableEntry;
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
    Optional<PoolOutcome> known = store.view(poolId).flatMap(view -> unchanged(view, spec));
    if (known.isPresent()) {
      return known.get();
    }
    TableView table;
    try {
      table = drivers.at(spec.emc()).readTable();
    } catch (DeviceException e) {
      return new PoolOutcome.EmcUnreachable(String.valueOf(e.getMessage()));
    }
    return declare(poolId, spec, table);
  }

  private static Optional<PoolOutcome> unchanged(PoolView view, PoolSpec spec) {
    if (view.capacityGiB() != spec.capacityGiB()) {
      return Optional.of(new PoolOutcome.CapacityFixed(view.capacityGiB()));
    }
    return view.emc().equals(spec.emc())
        ? Optional.of(new PoolOutcome.Exists(view))
        : Optional.empty();
  }

  private PoolOutcome declare(String poolId, PoolSpec spec, TableView table) {
    if (table.capacityGiB() != spec.capacityGiB() || table.entries().size() != spec.capacityGiB()) {
      return new PoolOutcome.CapacityDiffers(table.capacityGiB());
    }
    if (store.view(poolId).isPresent()) {
      return store.move(poolId, spec.emc())
          ? new PoolOutcome.Exists(view(poolId))
          : new PoolOutcome.Failed();
    }
    for (TableEntry entry : table.entries()) {
      Integer owner = entry.owner();
      if (owner != null) {
        return new PoolOutcome.EmcInUse(entry.slice(), owner);
      }
    }
    if (store.declare(poolId, spec, table)) {
      return new PoolOutcome.Created(view(poolId));
    }
    // another request declared it meanwhile
    PoolView view = view(poolId);
    return unchanged(view, spec).orElseGet(() -> new PoolOutcome.Exists(view));
  }

  private PoolView view(String poolId) {
    return store
        .view(poolId)
        .orElseThrow(() -> new IllegalStateException("pool " + poolId + " is gone"));
  }
}
