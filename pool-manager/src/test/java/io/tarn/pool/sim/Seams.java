package io.tarn.pool.sim;

import io.tarn.agent.kernel.MemoryBlocks;
import io.tarn.chassis.lease.Leases;
import io.tarn.contracts.emc.OwnerChange;
import io.tarn.contracts.pool.AckRequest;
import io.tarn.emulator.table.Table;
import io.tarn.pool.device.EmcDriver;
import io.tarn.pool.ledger.Ledger;
import io.tarn.pool.slice.Slice;
import io.tarn.pool.testing.InMemoryLedger;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Where a deliberate fault can be put in; by itself it changes nothing. */
class Seams {

  /** The record as managers see it. */
  Ledger ledger(Store store) {
    return store;
  }

  /**
   * A device as a manager's driver of it.
   *
   * @param rows of the device's pool as they are now
   */
  EmcDriver driver(EmcDriver driver, List<Slice> rows) {
    return driver;
  }

  /** The device that a call is meant for, as the device that it reaches takes it. */
  @Nullable UUID meant(@Nullable UUID deviceId) {
    return deviceId;
  }

  /** A change as a device takes it. */
  OwnerChange atDevice(OwnerChange change, Table table) {
    return change;
  }

  /** Observations as they arrive at the record. */
  AckRequest ack(Ledger ledger, String hostId, AckRequest request) {
    return request;
  }

  /** The leases. */
  Leases leases(Leases leases) {
    return leases;
  }

  /** A kernel as an agent sees it. */
  MemoryBlocks kernel(MemoryBlocks kernel) {
    return kernel;
  }

  /** Rows as they were recovered. */
  void recovered(InMemoryLedger rows) {}
}
