package io.tarn.contracts.model;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import io.tarn.contracts.InvalidField;
import java.io.IOException;

/**
 * The operator sets that an ONNX file imports, read off its wire form: field 8 of {@code
 * ModelProto}, each with domain (1) and version (2), see onnx.proto3.
 */
final class OnnxOpset {

  private static final String ML_DOMAIN = "ai.onnx.ml";
  private static final int OPSET_IMPORT = 8;
  private static final int DOMAIN = 1;
  private static final int VERSION = 2;

  private OnnxOpset() {}

  /**
   * The version of {@code ai.onnx.ml}.
   *
   * @throws InvalidField when the bytes are no ONNX file or do not import it
   */
  static long ofMl(byte[] onnx) {
    try {
      CodedInputStream model = CodedInputStream.newInstance(onnx);
      for (int tag = model.readTag(); tag != 0; tag = model.readTag()) {
        if (WireFormat.getTagFieldNumber(tag) != OPSET_IMPORT) {
          model.skipField(tag);
          continue;
        }
        long version = versionIfMl(model.readByteBuffer().array());
        if (version > 0) {
          return version;
        }
      }
    } catch (IOException e) {
      throw new InvalidField("file", "no ONNX: " + e.getMessage(), "an ONNX file");
    }
    throw new InvalidField("file", "without " + ML_DOMAIN, "an ONNX file that imports it");
  }

  private static long versionIfMl(byte[] imported) throws IOException {
    CodedInputStream entry = CodedInputStream.newInstance(imported);
    String domain = "";
    long version = 0;
    for (int tag = entry.readTag(); tag != 0; tag = entry.readTag()) {
      switch (WireFormat.getTagFieldNumber(tag)) {
        case DOMAIN -> domain = entry.readString();
        case VERSION -> version = entry.readInt64();
        default -> entry.skipField(tag);
      }
    }
    return domain.equals(ML_DOMAIN) ? version : 0;
  }
}
