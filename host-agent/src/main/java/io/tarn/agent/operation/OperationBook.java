package io.tarn.agent.operation;

import io.tarn.contracts.pool.AckReply.OperationOutcome;
import io.tarn.contracts.pool.AckReply.OperationResult;
import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.OperationOrder;
import io.tarn.contracts.pool.OperationReport;
import io.tarn.contracts.pool.OperationState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The agent's book of operations: what was ordered and has not ended, how far each has got, and
 * what the manager has not been told. An end takes an operation out of the book; it is told only
 * once that is durable, so what was told is never done again or otherwise. Not safe for use by
 * several threads.
 */
public final class OperationBook {

  private final Map<String, HeldOperation> held = new TreeMap<>();
  private final Map<String, OperationReport> unreported = new LinkedHashMap<>();

  /**
   * @param content where the book was left
   */
  public OperationBook(OperationContent content) {
    content.held().forEach(operation -> held.put(operation.operationId(), operation));
    content.unreported().forEach(this::say);
  }

  /** Everything in the book. */
  public OperationContent content() {
    return new OperationContent(List.copyOf(held.values()), List.copyOf(unreported.values()));
  }

  /** The operations that have not ended, by name. */
  public List<HeldOperation> held() {
    return List.copyOf(held.values());
  }

  /** An operation, unless it has ended. */
  public Optional<HeldOperation> held(String operationId) {
    return Optional.ofNullable(held.get(operationId));
  }

  /** Takes in the next command of the feed; one that is not about an operation changes nothing. */
  public void take(HostCommand command) {
    OperationOrder order = command.operation();
    if (order == null) {
      return;
    }
    switch (command.kind()) {
      case OPERATE -> begin(command, order);
      case CANCEL -> callOff(order.operationId());
      case ONLINE, OFFLINE -> {}
    }
  }

  private void begin(HostCommand command, OperationOrder order) {
    if (!held.containsKey(order.operationId())) {
      held.put(
          order.operationId(),
          new HeldOperation(
              order.operationId(), order.request(), command.poolId(), command.slices(), 0));
      say(order.operationId(), OperationState.RUNNING, 0, null);
    }
  }

  private void callOff(String operationId) {
    HeldOperation now = held.remove(operationId);
    if (now != null) {
      say(operationId, OperationState.CANCELLED, now.doneMiB(), null);
    }
  }

  /** Some more was moved. */
  public void progressed(HeldOperation operation, long doneMiB) {
    held.put(operation.operationId(), operation.at(doneMiB));
    say(operation.operationId(), OperationState.RUNNING, doneMiB, null);
  }

  /** All of it is done. */
  public void done(HeldOperation operation) {
    held.remove(operation.operationId());
    say(operation.operationId(), OperationState.DONE, operation.request().totalMiB(), null);
  }

  /** It cannot be done. */
  public void failed(HeldOperation operation, String cause) {
    held.remove(operation.operationId());
    say(operation.operationId(), OperationState.FAILED, operation.doneMiB(), cause);
  }

  /** The oldest reports that the manager has not confirmed, at most a number of them. */
  public List<OperationReport> unreported(int most) {
    return unreported.values().stream().limit(most).toList();
  }

  /** The manager confirmed reports; those that have changed since stay to be told. */
  public void reported(List<OperationReport> confirmed) {
    confirmed.forEach(report -> unreported.remove(report.operationId(), report));
  }

  /** What the manager has ended, or does not know, is not gone on with. */
  public void answered(List<OperationResult> results) {
    for (OperationResult result : results) {
      if (result.outcome() == OperationOutcome.ENDED
          || result.outcome() == OperationOutcome.REFUSED) {
        held.remove(result.operationId());
      }
    }
  }

  private void say(String operationId, OperationState state, long doneMiB, @Nullable String cause) {
    say(new OperationReport(operationId, state, doneMiB, cause));
  }

  private void say(OperationReport report) {
    unreported.remove(report.operationId());
    unreported.put(report.operationId(), report);
  }
}
