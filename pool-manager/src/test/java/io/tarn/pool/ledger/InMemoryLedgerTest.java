package io.tarn.pool.ledger;

import io.tarn.contracts.pool.HostCommand;
import io.tarn.pool.testing.InMemoryLedger;
import java.net.URI;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

class InMemoryLedgerTest extends LedgerContract {

  private final InMemoryLedger ledger = new InMemoryLedger();

  @Override
  protected Ledger ledger() {
    return ledger;
  }

  @Override
  protected void addPool(String poolId, int capacityGiB, @Nullable UUID deviceId) {
    ledger.pool(poolId, capacityGiB, deviceId);
  }

  @Override
  protected void wire(String poolId, String hostId) {
    ledger.wire(poolId, hostId);
  }

  @Override
  protected List<HostCommand> feed(String hostId) {
    AtomicLong sequence = new AtomicLong();
    return ledger.feed(hostId).stream()
        .map(
            command ->
                new HostCommand(
                    sequence.incrementAndGet(),
                    command.kind(),
                    command.grantId(),
                    command.poolId(),
                    URI.create("http://emc"),
                    0,
                    command.slices()))
        .toList();
  }
}
