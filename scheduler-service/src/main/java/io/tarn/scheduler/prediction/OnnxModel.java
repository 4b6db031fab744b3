package io.tarn.scheduler.prediction;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions;
import ai.onnxruntime.TensorInfo;
import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import io.tarn.contracts.model.ModelFile;
import java.nio.FloatBuffer;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One ONNX file, open. Runs on the caller's thread only, so that a sum over trees has one order and
 * a VM the same score alone and among others.
 */
final class OnnxModel implements AutoCloseable {

  private final OrtEnvironment environment;
  private final OrtSession session;
  private final String input;
  private final String output;
  private final int features;

  private OnnxModel(OrtEnvironment environment, OrtSession session, ModelFile file, int features) {
    this.environment = environment;
    this.session = session;
    this.input = file.input();
    this.output = file.output();
    this.features = features;
  }

  /**
   * Opens a file.
   *
   * @param features that a row must have
   * @throws OrtException when the runtime does not take it
   * @throws InvalidField when its input or output is not as the manifest says
   */
  static OnnxModel open(byte[] onnx, ModelFile file, int features) throws OrtException {
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    try (SessionOptions options = new SessionOptions()) {
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      OrtSession session = environment.createSession(onnx, options);
      try {
        checkInput(session, file, features);
        if (!session.getOutputInfo().containsKey(file.output())) {
          throw new InvalidField("output", "absent", file.output());
        }
        return new OnnxModel(environment, session, file, features);
      } catch (RuntimeException | OrtException e) {
        session.close();
        throw e;
      }
    }
  }

  /**
   * The score of each row: the last column of the output.
   *
   * @param rows vectors in the order of the schema
   */
  float[] score(float[][] rows) throws OrtException {
    FloatBuffer flat = FloatBuffer.allocate(Math.multiplyExact(rows.length, features));
    for (float[] row : rows) {
      Check.range("features", row.length, features, features);
      flat.put(row);
    }
    flat.flip();
    try (OnnxTensor tensor =
            OnnxTensor.createTensor(environment, flat, new long[] {rows.length, features});
        OrtSession.Result result = session.run(Map.of(input, tensor), Set.of(output))) {
      if (!(result.get(0) instanceof OnnxTensor scores)) {
        throw new InvalidField(output, "no tensor", "a tensor");
      }
      return lastColumn(scores.getFloatBuffer(), rows.length);
    }
  }

  @Override
  public void close() throws OrtException {
    session.close();
  }

  private static float[] lastColumn(FloatBuffer scores, int rows) {
    int columns = scores.remaining() / rows;
    Check.range("columns", columns, 1, 2);
    float[] last = new float[rows];
    for (int row = 0; row < rows; row++) {
      last[row] = scores.get(row * columns + columns - 1);
    }
    return last;
  }

  private static void checkInput(OrtSession session, ModelFile file, int features)
      throws OrtException {
    @Nullable NodeInfo info = session.getInputInfo().get(file.input());
    if (info == null || !(info.getInfo() instanceof TensorInfo tensor)) {
      throw new InvalidField("input", "absent or no tensor", file.input());
    }
    long[] shape = tensor.getShape();
    Check.range("input.dimensions", shape.length, 2, 2);
    Check.range("input.features", shape[1], features, features);
  }
}
