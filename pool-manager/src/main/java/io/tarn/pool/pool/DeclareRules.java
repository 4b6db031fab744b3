package io.tarn.pool.pool;

import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.emc.TableView;
import io.tarn.contracts.pool.PoolSpec;
import io.tarn.contracts.pool.PoolView;
import java.util.Optional;
import java.util.UUID;

/** What is decided about pools that are declared. Pure. */
final class DeclareRules {

  private DeclareRules() {}

  /** What a pool that is there answers without a look at its EMC; empty when that is needed. */
  static Optional<PoolOutcome> known(PoolView view, PoolSpec spec) {
    if (view.capacityGiB() != spec.capacityGiB()) {
      return Optional.of(new PoolOutcome.CapacityFixed(view.capacityGiB()));
    }
    return view.emc().equals(spec.emc())
        ? Optional.of(new PoolOutcome.Exists(view))
        : Optional.empty();
  }

  /** Why no pool of this capacity can have an EMC; empty when one can. */
  static Optional<PoolOutcome> unfit(PoolSpec spec, TableView table) {
    boolean fits =
        table.capacityGiB() == spec.capacityGiB() && table.entries().size() == spec.capacityGiB();
    return fits
        ? Optional.empty()
        : Optional.of(new PoolOutcome.CapacityDiffers(table.capacityGiB()));
  }

  /**
   * Why an EMC cannot serve a new pool; empty when it can.
   *
   * @param other another pool that it serves
   */
  static Optional<PoolOutcome> refusal(TableView table, Optional<String> other) {
    if (other.isPresent()) {
      return Optional.of(new PoolOutcome.ServesPool(other.get()));
    }
    for (TableEntry entry : table.entries()) {
      Integer owner = entry.owner();
      if (owner != null) {
        return Optional.of(new PoolOutcome.EmcInUse(entry.slice(), owner));
      }
    }
    return Optional.empty();
  }

  /**
   * Why a pool is not found at the address of an EMC from now on; empty when it is.
   *
   * @param deviceId of that EMC
   * @param other another pool that it serves
   */
  static Optional<PoolOutcome> unmoved(PoolView view, UUID deviceId, Optional<String> other) {
    if (view.failed()) {
      return Optional.of(new PoolOutcome.Failed());
    }
    if (other.isPresent()) {
      return Optional.of(new PoolOutcome.ServesPool(other.get()));
    }
    UUID serves = view.deviceId();
    return serves == null || serves.equals(deviceId)
        ? Optional.empty()
        : Optional.of(new PoolOutcome.AnotherDevice(serves, deviceId));
  }
}
