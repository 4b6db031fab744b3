package io.tarn.pool.ledger;

/** What happens to an operation. */
public sealed interface OperationChange {

  /** The operation as it is now. */
  Operation operation();

  /** It comes into the record. */
  record Ordered(Operation operation) implements OperationChange {}

  /** It gets on, or ends. */
  record Moved(Operation operation) implements OperationChange {}
}
