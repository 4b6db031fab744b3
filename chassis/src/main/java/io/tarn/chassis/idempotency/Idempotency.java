package io.tarn.chassis.idempotency;

import java.util.Optional;

/** Answers given before, by scope and key. */
public interface Idempotency {

  /**
   * The answer that the same request got before.
   *
   * @param scope the kind of request, for example {@code vms}
   * @param key the name of the resource or the client's {@code Idempotency-Key}
   * @param requestHash from {@link RequestHash}
   * @throws KeyReusedException when the key was used for another request
   */
  Optional<StoredAnswer> find(String scope, String key, byte[] requestHash);

  /**
   * Stores the answer in the current transaction. Of two at once, the first to commit stands.
   *
   * @throws KeyReusedException when the key holds another request by now
   * @throws AnsweredBeforeException when the request has another answer by now, which the client
   *     must get instead; unless it is caught, the HTTP edge sends that one
   * @throws IllegalStateException outside a transaction
   */
  void store(String scope, String key, byte[] requestHash, StoredAnswer answer);
}
