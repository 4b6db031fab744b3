package io.tarn.contracts.model;

import com.google.protobuf.CodedOutputStream;
import io.tarn.contracts.feature.Categories;
import io.tarn.contracts.feature.CounterFeatures;
import io.tarn.contracts.feature.UntouchedFeatures;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import tools.jackson.databind.json.JsonMapper;

/** An artifact whose files import an operator set and hold nothing else. */
final class Pairs {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final KeyPair keys;
  private final byte[] onnx;

  Pairs() {
    this(ArtifactVerifier.ML_OPSET);
  }

  Pairs(int opset) {
    try {
      keys = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
    onnx = onnx(opset);
  }

  Manifest manifest() {
    ModelFile file = new ModelFile(3, onnx.length, Hashes.sha256(onnx), "x", "y");
    return new Manifest(
        1,
        "p1",
        182,
        CounterFeatures.SCHEMA,
        UntouchedFeatures.SCHEMA,
        new Categories(List.of("small"), List.of(), List.of()),
        new OperatingPoint(0.5f, 0.1f),
        5,
        0.05,
        file,
        file,
        Figures.NONE,
        Figures.NONE,
        new GoldenVector(
            List.of(Collections.nCopies(CounterFeatures.SCHEMA.size(), 1f)),
            List.of(0.25f),
            List.of(Collections.nCopies(UntouchedFeatures.SCHEMA.size(), 2f)),
            List.of(0.5f)),
        new Lineage("d", 1, "test"));
  }

  /** Signed after the change of the manifest's text. */
  Artifact artifact(UnaryOperator<String> change) {
    byte[] json =
        change.apply(JSON.writeValueAsString(manifest())).getBytes(StandardCharsets.UTF_8);
    return new Artifact(json, SigningKeys.sign(keys.getPrivate(), json), onnx, onnx);
  }

  Verification verify(Artifact artifact) {
    return new ArtifactVerifier(keys.getPublic(), json -> JSON.readValue(json, Manifest.class))
        .verify("p1", 182, artifact);
  }

  static Artifact turned(Artifact artifact, ArtifactPart part, int at) {
    return new Artifact(
        turned(artifact, ArtifactPart.MANIFEST, part, at),
        turned(artifact, ArtifactPart.SIGNATURE, part, at),
        turned(artifact, ArtifactPart.FOREST, part, at),
        turned(artifact, ArtifactPart.GBM, part, at));
  }

  private static byte[] turned(Artifact artifact, ArtifactPart one, ArtifactPart part, int at) {
    byte[] bytes = artifact.bytes(one);
    if (one == part) {
      bytes[at] ^= 1;
    }
    return bytes;
  }

  private static byte[] onnx(int opset) {
    try {
      ByteArrayOutputStream entry = new ByteArrayOutputStream();
      CodedOutputStream fields = CodedOutputStream.newInstance(entry);
      fields.writeString(1, "ai.onnx.ml");
      fields.writeInt64(2, opset);
      fields.flush();
      ByteArrayOutputStream model = new ByteArrayOutputStream();
      CodedOutputStream out = CodedOutputStream.newInstance(model);
      out.writeInt64(1, 8);
      out.writeByteArray(8, entry.toByteArray());
      out.flush();
      return model.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
