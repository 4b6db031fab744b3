package io.tarn.chassis.idempotency;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 of a request in a form in which equal requests are equal. */
public final class RequestHash {

  private RequestHash() {}

  /**
   * The hash of a canonical text, for example the JSON of a parsed body with its defaults filled
   * in.
   *
   * @return 32 bytes
   */
  public static byte[] of(String canonical) {
    try {
      return MessageDigest.getInstance("SHA-256")
          .digest(canonical.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
