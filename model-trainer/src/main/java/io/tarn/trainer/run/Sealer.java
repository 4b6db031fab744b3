package io.tarn.trainer.run;

import io.tarn.contracts.model.Artifact;
import io.tarn.contracts.model.Manifest;
import io.tarn.contracts.model.SigningKeys;
import java.security.PrivateKey;

/** Makes an artifact of a pair: its manifest as bytes, and the signature over them. */
public final class Sealer {

  private final PrivateKey key;
  private final ManifestWriter writer;

  /** Writes a manifest's JSON. */
  @FunctionalInterface
  public interface ManifestWriter {

    /** The bytes; of equal manifests the same. */
    byte[] write(Manifest manifest);
  }

  /**
   * @param key that signs, Ed25519
   * @param writer of JSON
   */
  public Sealer(PrivateKey key, ManifestWriter writer) {
    this.key = key;
    this.writer = writer;
  }

  Artifact seal(Manifest manifest, byte[] forest, byte[] gbm) {
    byte[] json = writer.write(manifest);
    return new Artifact(json, SigningKeys.sign(key, json), forest, gbm);
  }
}
