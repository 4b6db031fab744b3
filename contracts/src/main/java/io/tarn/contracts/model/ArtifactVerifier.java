package io.tarn.contracts.model;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import io.tarn.contracts.feature.CounterFeatures;
import io.tarn.contracts.feature.FeatureSchema;
import io.tarn.contracts.feature.UntouchedFeatures;
import java.security.PublicKey;
import java.util.List;

/**
 * Decides whether an artifact may be opened: signature first, then that everything in it is what
 * the manifest says and what this version understands.
 */
public final class ArtifactVerifier {

  /** Version of the operator set {@code ai.onnx.ml} that pairs are written in. */
  public static final int ML_OPSET = 3;

  private static final int MOST_MANIFEST_BYTES = 4 << 20;

  private final SignatureCheck signature;
  private final ManifestReader reader;

  /** Tells whether a signature is of these bytes. */
  @FunctionalInterface
  public interface SignatureCheck {

    /** Whether it is. */
    boolean accepts(byte[] bytes, byte[] signature);
  }

  /**
   * @param key the trainer's Ed25519 public key
   * @param reader of the manifest's JSON
   */
  public ArtifactVerifier(PublicKey key, ManifestReader reader) {
    this((bytes, signature) -> SigningKeys.verify(key, bytes, signature), reader);
  }

  /**
   * @param signature of the manifest
   * @param reader of the manifest's JSON
   */
  public ArtifactVerifier(SignatureCheck signature, ManifestReader reader) {
    this.signature = signature;
    this.reader = reader;
  }

  /**
   * Looks at an artifact.
   *
   * @param pairId the pair that was asked for
   * @param scenario that it was asked for
   */
  public Verification verify(String pairId, int scenario, Artifact artifact) {
    byte[] json = artifact.bytes(ArtifactPart.MANIFEST);
    if (json.length > MOST_MANIFEST_BYTES) {
      return new Verification.Refused("the manifest has " + json.length + " bytes");
    }
    if (!signature.accepts(json, artifact.bytes(ArtifactPart.SIGNATURE))) {
      return new Verification.Refused("the signature is not of this manifest and key");
    }
    try {
      Manifest manifest = reader.read(json);
      check(manifest, pairId, scenario, artifact);
      return new Verification.Verified(manifest, artifact);
    } catch (RuntimeException e) {
      return new Verification.Refused("the manifest is not acceptable: " + e.getMessage());
    }
  }

  private static void check(Manifest manifest, String pairId, int scenario, Artifact artifact) {
    same("pairId", manifest.pairId(), pairId);
    Check.range("scenario", manifest.scenario(), scenario, scenario);
    file("forest", manifest.forest(), artifact.bytes(ArtifactPart.FOREST));
    file("gbm", manifest.gbm(), artifact.bytes(ArtifactPart.GBM));
    schema("counters", manifest.counters(), CounterFeatures.SCHEMA);
    schema("untouched", manifest.untouched(), UntouchedFeatures.SCHEMA);
    rows(manifest.golden().counters(), CounterFeatures.SCHEMA);
    rows(manifest.golden().vms(), UntouchedFeatures.SCHEMA);
  }

  private static void file(String name, ModelFile file, byte[] bytes) {
    Check.range(name + ".sizeBytes", bytes.length, file.sizeBytes(), file.sizeBytes());
    same(name + ".sha256", Hashes.sha256(bytes), file.sha256());
    Check.range(name + ".mlOpset", file.mlOpset(), ML_OPSET, ML_OPSET);
    Check.range(name + ".mlOpset in the file", OnnxOpset.ofMl(bytes), ML_OPSET, ML_OPSET);
  }

  private static void schema(String field, FeatureSchema sent, FeatureSchema own) {
    Check.range(field + ".version", sent.version(), own.version(), own.version());
    same(field, sent.toString(), own.toString());
  }

  private static void rows(List<List<Float>> rows, FeatureSchema schema) {
    rows.forEach(row -> schema.vector(schema.version(), row));
  }

  private static void same(String field, String value, String expected) {
    if (!value.equals(expected)) {
      throw new InvalidField(field, Check.quoted(value), Check.quoted(expected));
    }
  }
}
