package io.tarn.agent.operation;

import io.tarn.contracts.pool.OperationReport;
import java.util.List;

/**
 * What a book of operations says at one moment. A boot leaves nothing of it: the VMs are gone, and
 * the manager ends what it had ordered when it hears of the boot.
 *
 * @param held operations that have not ended
 * @param unreported reports that the manager has not confirmed
 */
public record OperationContent(List<HeldOperation> held, List<OperationReport> unreported) {

  /** Nothing was ever ordered. */
  public static final OperationContent EMPTY = new OperationContent(List.of(), List.of());

  /** Copies the collections. */
  public OperationContent {
    held = List.copyOf(held);
    unreported = List.copyOf(unreported);
  }
}
