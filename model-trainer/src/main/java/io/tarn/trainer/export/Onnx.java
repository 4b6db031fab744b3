package io.tarn.trainer.export;

import com.google.protobuf.ByteString;
import io.tarn.contracts.model.ArtifactVerifier;
import io.tarn.trainer.onnx.AttributeProto;
import io.tarn.trainer.onnx.AttributeProto.AttributeType;
import io.tarn.trainer.onnx.GraphProto;
import io.tarn.trainer.onnx.ModelProto;
import io.tarn.trainer.onnx.NodeProto;
import io.tarn.trainer.onnx.OperatorSetIdProto;
import io.tarn.trainer.onnx.TensorShapeProto;
import io.tarn.trainer.onnx.TensorShapeProto.Dimension;
import io.tarn.trainer.onnx.TypeProto;
import io.tarn.trainer.onnx.ValueInfoProto;
import java.util.List;

/** The pieces that ONNX files of trees are made of. */
final class Onnx {

  static final String INPUT = "features";
  static final String ML_DOMAIN = "ai.onnx.ml";
  static final int FLOAT = 1;
  static final int INT64 = 7;

  private static final int IR_VERSION = 8;
  private static final int OPSET = 15;

  private Onnx() {}

  /** A file of one node. */
  static ModelProto model(String name, NodeProto node, int features, List<ValueInfoProto> outputs) {
    return ModelProto.newBuilder()
        .setIrVersion(IR_VERSION)
        .setProducerName("tarn")
        .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(OPSET))
        .addOpsetImport(
            OperatorSetIdProto.newBuilder()
                .setDomain(ML_DOMAIN)
                .setVersion(ArtifactVerifier.ML_OPSET))
        .setGraph(
            GraphProto.newBuilder()
                .setName(name)
                .addNode(node)
                .addInput(matrix(INPUT, FLOAT, features))
                .addAllOutput(outputs))
        .build();
  }

  /** A value with one row per VM; no columns: a vector. */
  static ValueInfoProto matrix(String name, int type, int columns) {
    TensorShapeProto.Builder shape =
        TensorShapeProto.newBuilder().addDim(Dimension.newBuilder().setDimParam("rows"));
    if (columns > 0) {
      shape.addDim(Dimension.newBuilder().setDimValue(columns));
    }
    return ValueInfoProto.newBuilder()
        .setName(name)
        .setType(
            TypeProto.newBuilder()
                .setTensorType(TypeProto.Tensor.newBuilder().setElemType(type).setShape(shape)))
        .build();
  }

  static AttributeProto ints(String name, List<Long> values) {
    return attribute(name, AttributeType.INTS).addAllInts(values).build();
  }

  static AttributeProto floats(String name, List<Float> values) {
    return attribute(name, AttributeType.FLOATS).addAllFloats(values).build();
  }

  static AttributeProto strings(String name, List<String> values) {
    return attribute(name, AttributeType.STRINGS)
        .addAllStrings(values.stream().map(ByteString::copyFromUtf8).toList())
        .build();
  }

  static AttributeProto string(String name, String value) {
    return attribute(name, AttributeType.STRING).setS(ByteString.copyFromUtf8(value)).build();
  }

  static AttributeProto integer(String name, long value) {
    return attribute(name, AttributeType.INT).setI(value).build();
  }

  private static AttributeProto.Builder attribute(String name, AttributeType type) {
    return AttributeProto.newBuilder().setName(name).setType(type);
  }
}
