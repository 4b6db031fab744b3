package io.tarn.trainer.export;

import com.google.protobuf.CodedOutputStream;
import io.tarn.contracts.model.ArtifactVerifier;
import io.tarn.contracts.model.Hashes;
import io.tarn.contracts.model.ModelFile;
import io.tarn.trainer.onnx.ModelProto;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** A model as ONNX. */
public final class ExportedModel {

  private final byte[] onnx;
  private final String output;
  private final List<Split> splits;

  ExportedModel(ModelProto model, String output, List<Split> splits) {
    this.onnx = bytes(model);
    this.output = output;
    this.splits = List.copyOf(splits);
  }

  /** The file. */
  public byte[] onnx() {
    return onnx.clone();
  }

  /** What the manifest says of it. */
  public ModelFile file() {
    return new ModelFile(
        ArtifactVerifier.ML_OPSET, onnx.length, Hashes.sha256(onnx), Onnx.INPUT, output);
  }

  List<Split> splits() {
    return splits;
  }

  private static byte[] bytes(ModelProto model) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream(model.getSerializedSize());
      CodedOutputStream out = CodedOutputStream.newInstance(bytes);
      out.useDeterministicSerialization();
      model.writeTo(out);
      out.flush();
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail
    }
  }
}
