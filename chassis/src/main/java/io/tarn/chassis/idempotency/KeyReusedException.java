package io.tarn.chassis.idempotency;

/** A key that was used for another request. */
public final class KeyReusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * @param scope the kind of request
   * @param key the key
   */
  public KeyReusedException(String scope, String key) {
    super("the key \"" + key + "\" of " + scope + " was used for another request");
  }
}
