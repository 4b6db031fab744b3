package io.tarn.trainer.export;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions;
import io.tarn.contracts.model.ModelFile;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Scores with the file that will serve, on one thread as the scheduler does, so that a VM judged
 * here has the score that it will have there.
 */
public final class OnnxScorer implements AutoCloseable {

  private static final int BATCH = 4096;

  private final OrtEnvironment environment = OrtEnvironment.getEnvironment();
  private final OrtSession session;
  private final ModelFile file;

  private OnnxScorer(OrtSession session, ModelFile file) {
    this.session = session;
    this.file = file;
  }

  /**
   * Opens a file.
   *
   * @throws IllegalStateException when the runtime does not take it
   */
  public static OnnxScorer open(byte[] onnx, ModelFile file) {
    try (SessionOptions options = new SessionOptions()) {
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      return new OnnxScorer(OrtEnvironment.getEnvironment().createSession(onnx, options), file);
    } catch (OrtException e) {
      throw new IllegalStateException("the exported model does not open: " + e.getMessage(), e);
    }
  }

  /** The score of each vector: the last column of the output. */
  public float[] score(List<float[]> rows) {
    float[] scores = new float[rows.size()];
    for (int from = 0; from < scores.length; from += BATCH) {
      List<float[]> batch = rows.subList(from, Math.min(scores.length, from + BATCH));
      score(batch, scores, from);
    }
    return scores;
  }

  @Override
  public void close() {
    try {
      session.close();
    } catch (OrtException e) {
      throw new IllegalStateException("a session does not close", e);
    }
  }

  private void score(List<float[]> rows, float[] scores, int at) {
    int features = rows.get(0).length;
    FloatBuffer flat = FloatBuffer.allocate(rows.size() * features);
    rows.forEach(flat::put);
    flat.flip();
    try (OnnxTensor tensor =
            OnnxTensor.createTensor(environment, flat, new long[] {rows.size(), features});
        OrtSession.Result result =
            session.run(Map.of(file.input(), tensor), Set.of(file.output()))) {
      FloatBuffer answers = ((OnnxTensor) result.get(0)).getFloatBuffer();
      int columns = answers.remaining() / rows.size();
      for (int row = 0; row < rows.size(); row++) {
        scores[at + row] = answers.get(row * columns + columns - 1);
      }
    } catch (OrtException e) {
      throw new IllegalStateException("the exported model does not answer", e);
    }
  }
}
