package io.tarn.scheduler.prediction;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import io.tarn.contracts.InvalidField;
import io.tarn.contracts.feature.FeatureSchema;
import io.tarn.contracts.feature.UntouchedFeatures;
import io.tarn.contracts.feature.VmTraits;
import io.tarn.contracts.model.ArtifactPart;
import io.tarn.contracts.model.GoldenVector;
import io.tarn.contracts.model.Manifest;
import io.tarn.contracts.model.ModelFile;
import io.tarn.contracts.model.OperatingPoint;
import io.tarn.contracts.model.Verification.Verified;
import io.tarn.scheduler.prediction.Opened.Unusable;
import io.tarn.scheduler.prediction.Opened.Usable;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * A pair of models, open and ready to score. Any number of threads may ask at once; closing waits
 * for those that are being answered and gives the native memory back.
 */
public final class ModelPair implements AutoCloseable {

  private final Manifest manifest;
  private final OnnxModel forest;
  private final OnnxModel gbm;
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private boolean closed;

  private ModelPair(Manifest manifest, OnnxModel forest, OnnxModel gbm) {
    this.manifest = manifest;
    this.forest = forest;
    this.gbm = gbm;
  }

  /**
   * Loads what pairs are opened with: it takes seconds, and the first pair need not wait for it.
   */
  public static void prepare() {
    OrtEnvironment unused = OrtEnvironment.getEnvironment();
  }

  /** Opens what was verified and has it answer its golden vector. */
  public static Opened open(Verified verified) {
    Manifest manifest = verified.manifest();
    try {
      return new Usable(opened(verified, manifest));
    } catch (OrtException | InvalidField e) {
      return new Unusable("pair " + manifest.pairId() + " does not open: " + e.getMessage());
    }
  }

  /** What it is and how it was judged. */
  public Manifest manifest() {
    return manifest;
  }

  /**
   * Scores a VM.
   *
   * @param counters history of its workload, in the order of the manifest's schema; absent without
   * @param traits what is known of the VM
   * @return what the pair says; empty when it was closed meanwhile
   */
  public Optional<Prediction> predict(float @Nullable [] counters, VmTraits traits) {
    float[] vm = UntouchedFeatures.of(traits, manifest.categories());
    lock.readLock().lock();
    try {
      if (closed) {
        return Optional.empty();
      }
      Float probability = counters == null ? null : one(forest, counters);
      return Optional.of(prediction(probability, one(gbm, vm), traits.memoryMiB()));
    } catch (OrtException e) {
      throw new IllegalStateException("a pair that opened does not answer", e);
    } finally {
      lock.readLock().unlock();
    }
  }

  @Override
  public void close() {
    lock.writeLock().lock();
    try {
      if (!closed) {
        closed = true;
        closeBoth(forest, gbm);
      }
    } catch (OrtException e) {
      throw new IllegalStateException("a pair does not close", e);
    } finally {
      lock.writeLock().unlock();
    }
  }

  private Prediction prediction(@Nullable Float probability, float untouched, long memoryMiB) {
    OperatingPoint point = manifest.operatingPoint();
    return new Prediction(
        manifest.pairId(),
        probability,
        untouched,
        point,
        probability != null && point.insensitive(probability),
        point.untouchedGiB(memoryMiB, untouched));
  }

  private static float one(OnnxModel model, float[] row) throws OrtException {
    return model.score(new float[][] {row})[0];
  }

  private static ModelPair opened(Verified verified, Manifest manifest) throws OrtException {
    OnnxModel forest = model(verified, ArtifactPart.FOREST, manifest.forest(), manifest.counters());
    OnnxModel gbm = null;
    try {
      gbm = model(verified, ArtifactPart.GBM, manifest.gbm(), manifest.untouched());
      GoldenVector golden = manifest.golden();
      check("golden.probabilities", forest, golden.counters(), golden.probabilities());
      check("golden.untouchedShares", gbm, golden.vms(), golden.untouchedShares());
      return new ModelPair(manifest, forest, gbm);
    } catch (OrtException | InvalidField e) {
      closeBoth(forest, gbm);
      throw e;
    }
  }

  private static OnnxModel model(
      Verified verified, ArtifactPart part, ModelFile file, FeatureSchema schema)
      throws OrtException {
    return OnnxModel.open(verified.artifact().bytes(part), file, schema.size());
  }

  private static void check(
      String field, OnnxModel model, List<List<Float>> rows, List<Float> expected)
      throws OrtException {
    float[][] vectors = new float[rows.size()][];
    for (int row = 0; row < vectors.length; row++) {
      List<Float> values = rows.get(row);
      vectors[row] = new float[values.size()];
      for (int i = 0; i < values.size(); i++) {
        vectors[row][i] = values.get(i);
      }
    }
    GoldenVector.compare(field, expected, model.score(vectors));
  }

  private static void closeBoth(OnnxModel forest, @Nullable OnnxModel gbm) throws OrtException {
    try {
      forest.close();
    } finally {
      if (gbm != null) {
        gbm.close();
      }
    }
  }
}
