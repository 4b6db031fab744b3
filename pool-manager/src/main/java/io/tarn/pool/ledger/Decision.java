package io.tarn.pool.ledger;

/**
 * What to answer and what to change; the answer goes out after the change is durable.
 *
 * @param reply the answer
 * @param effects the change
 */
public record Decision<T>(T reply, Effects effects) {

  /** An answer that changes nothing. */
  public static <T> Decision<T> only(T reply) {
    return new Decision<>(reply, Effects.NONE);
  }
}
