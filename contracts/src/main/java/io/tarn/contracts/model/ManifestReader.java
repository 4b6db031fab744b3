package io.tarn.contracts.model;

/** Reads a manifest's JSON; this module brings no JSON library along. */
@FunctionalInterface
public interface ManifestReader {

  /**
   * The manifest of these bytes.
   *
   * @throws RuntimeException when they are none; the message says why
   */
  Manifest read(byte[] json);
}
