package io.tarn.pool.ledger;

/** What was read before a lock was held turned out to be old; the transaction is run again. */
public final class StaleViewException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * @param what changed meanwhile
   */
  public StaleViewException(String what) {
    super(what + " changed meanwhile");
  }
}
