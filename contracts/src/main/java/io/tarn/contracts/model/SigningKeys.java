package io.tarn.contracts.model;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;

/** Ed25519 keys in PEM, as {@code openssl genpkey -algorithm ed25519} writes them. */
public final class SigningKeys {

  private static final String ALGORITHM = "Ed25519";

  private SigningKeys() {}

  /**
   * The key that signs.
   *
   * @param pem PKCS#8, {@code BEGIN PRIVATE KEY}
   * @throws IllegalArgumentException when the text is no such key
   */
  public static PrivateKey privateKey(String pem) {
    try {
      return KeyFactory.getInstance(ALGORITHM)
          .generatePrivate(new PKCS8EncodedKeySpec(body(pem, "PRIVATE KEY")));
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("no Ed25519 private key in PKCS#8 PEM", e);
    }
  }

  /**
   * The key that verifies.
   *
   * @param pem {@code BEGIN PUBLIC KEY}
   * @throws IllegalArgumentException when the text is no such key
   */
  public static PublicKey publicKey(String pem) {
    try {
      return KeyFactory.getInstance(ALGORITHM)
          .generatePublic(new X509EncodedKeySpec(body(pem, "PUBLIC KEY")));
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("no Ed25519 public key in PEM", e);
    }
  }

  /** Signs bytes; the same key and bytes give the same signature. */
  public static byte[] sign(PrivateKey key, byte[] bytes) {
    try {
      Signature signature = Signature.getInstance(ALGORITHM);
      signature.initSign(key);
      signature.update(bytes);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("the key cannot sign: " + e.getMessage(), e);
    }
  }

  /** Whether a signature of any form is of these bytes and the other half of this key. */
  public static boolean verify(PublicKey key, byte[] bytes, byte[] signed) {
    try {
      Signature signature = Signature.getInstance(ALGORITHM);
      signature.initVerify(key);
      signature.update(bytes);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false; // a signature of another form or length
    }
  }

  private static byte[] body(String pem, String label) {
    String begin = "-----BEGIN " + label + "-----";
    String end = "-----END " + label + "-----";
    int from = pem.indexOf(begin);
    int to = pem.indexOf(end);
    if (from < 0 || to < from) {
      throw new IllegalArgumentException("no " + begin + " in the PEM");
    }
    return Base64.getMimeDecoder().decode(pem.substring(from + begin.length(), to));
  }
}
