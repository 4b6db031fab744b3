package io.tarn.contracts.model;

/** What came of looking at an artifact. */
public sealed interface Verification {

  /**
   * It is what its maker signed, and of a form that this version understands.
   *
   * @param manifest as read
   * @param artifact the bytes
   */
  record Verified(Manifest manifest, Artifact artifact) implements Verification {}

  /**
   * It must not be used.
   *
   * @param reason one line
   */
  record Refused(String reason) implements Verification {}
}
