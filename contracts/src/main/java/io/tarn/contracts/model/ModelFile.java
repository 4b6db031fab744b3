package io.tarn.contracts.model;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;

/**
 * One ONNX file of a pair, as the manifest describes it.
 *
 * @param mlOpset version of the operator set {@code ai.onnx.ml} that it needs
 * @param sizeBytes 1..256 MiB
 * @param sha256 of its bytes, 64 hexadecimal digits in lower case
 * @param input name of its input, float32, one row per VM
 * @param output name of the output that counts, float32
 */
public record ModelFile(int mlOpset, long sizeBytes, String sha256, String input, String output) {

  /** The largest file. */
  public static final long MOST_BYTES = 256L << 20;

  /** Checks the parts. */
  public ModelFile {
    Check.range("mlOpset", mlOpset, 1, 1000);
    Check.range("sizeBytes", sizeBytes, 1, MOST_BYTES);
    if (!Check.present("sha256", sha256).matches("[0-9a-f]{64}")) {
      throw new InvalidField("sha256", Check.quoted(sha256), "64 hexadecimal digits");
    }
    Check.id("input", input);
    Check.id("output", output);
  }
}
