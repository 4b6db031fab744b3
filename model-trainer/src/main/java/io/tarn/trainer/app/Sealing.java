package io.tarn.trainer.app;

import io.tarn.contracts.model.ArtifactVerifier;
import io.tarn.contracts.model.Manifest;
import io.tarn.contracts.model.SigningKeys;
import io.tarn.trainer.run.Sealer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.PrivateKey;
import tools.jackson.databind.json.JsonMapper;

/**
 * Signs pairs and recognises its own. Ed25519 signs the same bytes the same way, so the private key
 * is enough for both.
 */
final class Sealing {

  /** Its own: what a manifest's bytes are must not hang on how the service writes its answers. */
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final PrivateKey key;

  private Sealing(PrivateKey key) {
    this.key = key;
  }

  /**
   * With the key of a file.
   *
   * @throws IllegalArgumentException when it cannot be read or is no such key
   */
  static Sealing of(Path keyFile) {
    try {
      return new Sealing(SigningKeys.privateKey(Files.readString(keyFile)));
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot read the signing key " + keyFile, e);
    }
  }

  Sealer sealer() {
    return new Sealer(
        key, manifest -> JSON.writeValueAsString(manifest).getBytes(StandardCharsets.UTF_8));
  }

  ArtifactVerifier verifier() {
    return new ArtifactVerifier(
        (bytes, signature) -> MessageDigest.isEqual(SigningKeys.sign(key, bytes), signature),
        Sealing::read);
  }

  static Manifest read(byte[] json) {
    return JSON.readValue(json, Manifest.class);
  }
}
