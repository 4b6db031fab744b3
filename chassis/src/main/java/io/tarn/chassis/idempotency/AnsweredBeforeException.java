package io.tarn.chassis.idempotency;

/**
 * The same request got another answer in a transaction that committed first; that one stands, and
 * this transaction must not.
 */
public final class AnsweredBeforeException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient StoredAnswer answer;

  AnsweredBeforeException(String scope, String key, StoredAnswer answer) {
    super("the request under key \"" + key + "\" of " + scope + " was answered meanwhile");
    this.answer = answer;
  }

  /** The answer that stands. */
  public StoredAnswer answer() {
    return answer;
  }
}
