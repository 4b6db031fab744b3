package io.tarn.contracts.model;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The files of an artifact. */
public enum ArtifactPart {
  /** JSON of the {@link Manifest}. */
  MANIFEST("manifest.json"),
  /** 64 bytes. */
  SIGNATURE("manifest.sig"),
  /** The forest, ONNX. */
  FOREST("forest.onnx"),
  /** The model of untouched memory, ONNX. */
  GBM("gbm.onnx");

  private final String fileName;

  ArtifactPart(String fileName) {
    this.fileName = fileName;
  }

  /** Its name as a file and in paths. */
  public String fileName() {
    return fileName;
  }

  /** The part of a name. */
  public static ArtifactPart named(@Nullable String fileName) {
    return Arrays.stream(values())
        .filter(part -> part.fileName.equals(fileName))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidField(
                    "file",
                    fileName == null ? "absent" : Check.quoted(fileName),
                    "manifest.json, manifest.sig, forest.onnx or gbm.onnx"));
  }
}
