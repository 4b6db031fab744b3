package io.tarn.trainer.export;

import io.tarn.trainer.training.Boost;
import io.tarn.trainer.training.Forest;
import io.tarn.trainer.training.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import smile.classification.RandomForest;
import smile.data.Tuple;
import smile.data.type.StructType;

/**
 * Proof that an exported model says what Smile says, over rows that lie on and beside the
 * thresholds too.
 */
public final class Parity {

  /** Rows that are compared at every training. */
  public static final int ROWS = 10_000;

  /** How far a score may be off: what a sum of float32 may lose, far below any decision. */
  public static final double TOLERANCE = 2e-5;

  private static final int CLASSES = 2;

  private Parity() {}

  /**
   * Compares a forest.
   *
   * @param examples vectors whose values the rows are mixed from
   * @throws IllegalStateException naming the first row that differs
   */
  public static void check(
      RandomForest forest, ExportedModel exported, OnnxScorer scorer, List<float[]> examples) {
    double[] posteriors = new double[CLASSES];
    compare(
        "forest",
        rows(examples, exported.splits()),
        forest.schema(),
        scorer,
        tuple -> {
          forest.predict(tuple, posteriors);
          return posteriors[Forest.INSENSITIVE];
        });
  }

  /** Compares boosted trees, see the other. */
  public static void check(
      Boost boost, ExportedModel exported, OnnxScorer scorer, List<float[]> examples) {
    compare(
        "gbm",
        rows(examples, exported.splits()),
        boost.model().schema(),
        scorer,
        boost.model()::predict);
  }

  private static void compare(
      String name,
      List<float[]> rows,
      StructType schema,
      OnnxScorer scorer,
      ToDoubleFunction<Tuple> smile) {
    float[] scores = scorer.score(rows);
    for (int i = 0; i < scores.length; i++) {
      double expected = smile.applyAsDouble(Tuple.of(Table.wide(rows.get(i)), schema));
      if (!(Math.abs(scores[i] - expected) <= TOLERANCE)) {
        throw new IllegalStateException(
            name + " differs on row " + i + ": Smile " + expected + ", ONNX " + scores[i]);
      }
    }
  }

  /** Each value from another example; one in each row on a threshold or the next beside it. */
  private static List<float[]> rows(List<float[]> examples, List<Split> splits) {
    Random random = new Random(1);
    List<float[]> rows = new ArrayList<>(ROWS);
    for (int i = 0; i < ROWS; i++) {
      float[] row = examples.get(random.nextInt(examples.size())).clone();
      for (int feature = 0; feature < row.length; feature++) {
        row[feature] = examples.get(random.nextInt(examples.size()))[feature];
      }
      if (!splits.isEmpty()) {
        Split split = splits.get(random.nextInt(splits.size()));
        float threshold = split.threshold();
        row[split.feature()] = random.nextBoolean() ? threshold : Math.nextUp(threshold);
      }
      rows.add(row);
    }
    return rows;
  }
}
