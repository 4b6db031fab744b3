package io.tarn.pool.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.pool.ledger.Announcement;
import io.tarn.pool.ledger.Ledger;
import io.tarn.pool.testing.InMemoryLedger;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

class InMemoryOperationTest extends OperationContract {

  private final InMemoryLedger record = new InMemoryLedger();
  private final List<String> ends = new ArrayList<>();
  private final Ledger ledger =
      new OperationLedger(record, (kind, end) -> ends.add(kind + " " + end));

  @Override
  Ledger ledger() {
    return ledger;
  }

  @Override
  void addPool(String poolId, int capacityGiB) {
    record.pool(poolId, capacityGiB);
  }

  @Override
  void wire(String poolId, String hostId) {
    record.wire(poolId, hostId);
  }

  @Override
  List<String> feed(String hostId) {
    return record.feed(hostId).stream()
        .map(
            command ->
                command.operationId() == null
                    ? command.kind().name()
                    : command.kind() + " " + command.operationId())
        .toList();
  }

  @Override
  void passDeadline(String hostId, String operationId) {
    record.operations().passDeadline(hostId, operationId);
  }

  /** Whatever happened in a test: each end was announced once, and counted once. */
  @AfterEach
  void everyEnd_isToldOnce() {
    List<String> announced =
        record.announced().stream()
            .filter(Announcement.OperationEnded.class::isInstance)
            .map(Announcement.OperationEnded.class::cast)
            .map(end -> end.operation().request().kind() + " " + end.operation().state())
            .toList();
    assertThat(ends).isEqualTo(announced);
    assertThat(ends).hasSize(record.operations().ended());
  }
}
