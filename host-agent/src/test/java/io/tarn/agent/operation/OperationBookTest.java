package io.tarn.agent.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.agent.world.InMemoryPoolManager;
import io.tarn.contracts.pool.AckReply.OperationOutcome;
import io.tarn.contracts.pool.AckReply.OperationResult;
import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.HostCommand.Kind;
import io.tarn.contracts.pool.OperationOrder;
import io.tarn.contracts.pool.OperationReport;
import io.tarn.contracts.pool.OperationState;
import io.tarn.contracts.pool.SliceRef;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperationBookTest {

  private final OperationBook book = new OperationBook(OperationContent.EMPTY);

  @Test
  void operate_isHeldAndToldOnce() {
    take(Kind.OPERATE, Orders.copy("o1", 4096));
    assertThat(book.held()).extracting(HeldOperation::operationId).containsExactly("o1");
    assertThat(book.unreported(9)).containsExactly(report("o1", OperationState.RUNNING, 0));
    book.progressed(book.held().get(0), 100);
    take(Kind.OPERATE, Orders.copy("o1", 4096));
    assertThat(book.held()).extracting(HeldOperation::doneMiB).containsExactly(100L);
    assertThat(book.unreported(9)).containsExactly(report("o1", OperationState.RUNNING, 100));
  }

  @Test
  void cancel_endsWhatIsHeldAndNothingElse() {
    take(Kind.CANCEL, Orders.copy("never", 4096));
    assertThat(book.unreported(9)).isEmpty();
    take(Kind.OPERATE, Orders.copy("o1", 4096));
    book.progressed(book.held().get(0), 1024);
    take(Kind.CANCEL, Orders.copy("o1", 4096));
    assertThat(book.held()).isEmpty();
    assertThat(book.unreported(9)).containsExactly(report("o1", OperationState.CANCELLED, 1024));
    take(Kind.CANCEL, Orders.copy("o1", 4096));
    assertThat(book.unreported(9)).hasSize(1);
  }

  @Test
  void cancel_afterTheEndDoesNotChangeIt() {
    take(Kind.OPERATE, Orders.copy("o1", 4096));
    book.done(book.held().get(0));
    take(Kind.CANCEL, Orders.copy("o1", 4096));
    assertThat(book.unreported(9)).containsExactly(report("o1", OperationState.DONE, 4096));
  }

  @Test
  void confirmed_staysOnlyWhenItHasChanged() {
    take(Kind.OPERATE, Orders.copy("o1", 4096));
    take(Kind.OPERATE, Orders.copy("o2", 4096));
    List<OperationReport> sent = book.unreported(9);
    book.progressed(book.held("o1").orElseThrow(), 100);
    book.reported(sent);
    assertThat(book.unreported(9)).containsExactly(report("o1", OperationState.RUNNING, 100));
  }

  @ParameterizedTest
  @CsvSource({"APPLIED, true", "REPEATED, true", "ENDED, false", "REFUSED, false"})
  void answer_saysWhetherToGoOn(OperationOutcome outcome, boolean goesOn) {
    take(Kind.OPERATE, Orders.copy("o1", 4096));
    book.answered(List.of(new OperationResult("o1", outcome, null)));
    assertThat(book.held("o1").isPresent()).isEqualTo(goesOn);
  }

  @Test
  void content_isEverything() {
    take(Kind.OPERATE, Orders.copy("o1", 4096));
    take(Kind.OPERATE, Orders.migrate("o2", 8));
    book.failed(book.held("o2").orElseThrow(), "no-room");
    OperationBook again = new OperationBook(book.content());
    assertThat(again.held()).isEqualTo(book.held());
    assertThat(again.unreported(9)).isEqualTo(book.unreported(9));
    assertThat(again.content()).isEqualTo(book.content());
  }

  private void take(Kind kind, OperationOrder order) {
    book.take(
        new HostCommand(
            1,
            kind,
            "vm.1",
            "p1",
            InMemoryPoolManager.emc("p1"),
            InMemoryPoolManager.PORT,
            List.of(new SliceRef(0, 1)),
            order));
  }

  private static OperationReport report(String operationId, OperationState state, long doneMiB) {
    return new OperationReport(operationId, state, doneMiB, null);
  }
}
