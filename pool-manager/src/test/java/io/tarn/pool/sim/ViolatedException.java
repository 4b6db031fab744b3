package io.tarn.pool.sim;

/** Ends a life in which an invariant did not hold. */
final class ViolatedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Violation violation;

  ViolatedException(Violation violation) {
    super(violation.toString());
    this.violation = violation;
  }

  Violation violation() {
    return violation;
  }
}
