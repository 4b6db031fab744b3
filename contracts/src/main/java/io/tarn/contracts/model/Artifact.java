package io.tarn.contracts.model;

/** The bytes of a pair as they came; nothing is known of them before they are verified. */
public final class Artifact {

  private final byte[] manifest;
  private final byte[] signature;
  private final byte[] forest;
  private final byte[] gbm;

  /**
   * @param manifest JSON of the {@link Manifest}
   * @param signature Ed25519 over the manifest's bytes
   * @param forest ONNX of the forest
   * @param gbm ONNX of the model of untouched memory
   */
  public Artifact(byte[] manifest, byte[] signature, byte[] forest, byte[] gbm) {
    this.manifest = manifest.clone();
    this.signature = signature.clone();
    this.forest = forest.clone();
    this.gbm = gbm.clone();
  }

  /** A part's bytes. */
  public byte[] bytes(ArtifactPart part) {
    return switch (part) {
      case MANIFEST -> manifest.clone();
      case SIGNATURE -> signature.clone();
      case FOREST -> forest.clone();
      case GBM -> gbm.clone();
    };
  }
}
