package io.tarn.pool.device;

import io.tarn.contracts.emc.TableView;
import io.tarn.pool.ledger.Books;
import io.tarn.pool.ledger.Decision;
import io.tarn.pool.ledger.Effects;
import io.tarn.pool.ledger.Ledger;
import io.tarn.pool.ledger.Pool;
import io.tarn.pool.ledger.PoolChange;
import java.util.Optional;
import java.util.UUID;

/**
 * Finds out which device serves a pool that was declared before devices had identities, when the
 * pool is next driven.
 */
final class Identification {

  private final Ledger ledger;
  private final EmcDrivers drivers;
  private final Leadership leadership;

  Identification(Ledger ledger, EmcDrivers drivers, Leadership leadership) {
    this.ledger = ledger;
    this.drivers = drivers;
    this.leadership = leadership;
  }

  /**
   * A pool with its device, for the holder of its lease; as it is while it has failed.
   *
   * @throws DeviceException when the device does not answer
   * @throws WrongDeviceException when the device serves another pool
   */
  Pool of(Pool pool) {
    if (pool.deviceId() != null || pool.failed()) {
      return pool;
    }
    TableView table = drivers.at(pool.emc(), null).readTable();
    Found found = ledger.decide(books -> record(books, pool, table.deviceId()));
    if (found.otherPool().isPresent()) {
      throw new WrongDeviceException(
          "the EMC at "
              + pool.emc()
              + " is device "
              + table.deviceId()
              + ", which serves pool "
              + found.otherPool().get()
              + ": pool "
              + pool.poolId()
              + " is to be moved to an EMC of its own");
    }
    return found.pool();
  }

  private Decision<Found> record(Books books, Pool asked, UUID deviceId) {
    leadership.guard();
    Pool now =
        books
            .lockPool(asked.poolId())
            .orElseThrow(() -> new IllegalStateException("pool " + asked.poolId() + " is gone"));
    if (!now.equals(asked)) {
      // moved, failed, replaced or identified meanwhile
      return Decision.only(new Found(now, Optional.empty()));
    }
    Optional<String> other = books.otherPoolOf(deviceId, null, asked.poolId());
    if (other.isPresent()) {
      return Decision.only(new Found(now, other));
    }
    Effects.Draft draft = new Effects.Draft();
    draft.change(new PoolChange.Identified(asked.poolId(), deviceId));
    return new Decision<>(new Found(now.servedBy(deviceId), other), draft.effects());
  }

  private record Found(Pool pool, Optional<String> otherPool) {}
}
