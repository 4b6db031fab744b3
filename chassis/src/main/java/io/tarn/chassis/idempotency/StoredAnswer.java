package io.tarn.chassis.idempotency;

/**
 * The answer that a request got.
 *
 * @param status HTTP status; never 409, 429 or 5xx, which may turn out otherwise next time
 * @param body the body as it was sent
 */
public record StoredAnswer(int status, String body) {

  /** Checks that the answer is final. */
  public StoredAnswer {
    if (status == 409 || status == 429 || status >= 500) {
      throw new IllegalArgumentException("a retryable answer is never stored: " + status);
    }
  }
}
