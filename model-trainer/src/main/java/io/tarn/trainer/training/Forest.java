package io.tarn.trainer.training;

import java.util.List;
import java.util.stream.LongStream;
import smile.base.cart.SplitRule;
import smile.classification.RandomForest;
import smile.data.DataFrame;
import smile.data.vector.IntVector;

/** Fits the forest that tells insensitive workloads. */
public final class Forest {

  /** The class of insensitive workloads; 0 is the other. */
  public static final int INSENSITIVE = 1;

  private static final int MOST_LEAVES = 1 << 14;
  private static final int SQUARE_ROOT_OF_FEATURES = 0;
  private static final long FIRST_SEED = 2; // Smile ignores seeds below

  private Forest() {}

  /**
   * Fits it. The same rows and seed give the same forest on any number of cores.
   *
   * @param rows feature vectors
   * @param labels {@link #INSENSITIVE} or 0 for each, both there
   * @param names of the features
   */
  public static RandomForest fit(
      List<float[]> rows, int[] labels, List<String> names, ForestSettings settings, long seed) {
    DataFrame data = Table.of(rows, names).merge(IntVector.of(Table.LABEL, labels));
    long first = FIRST_SEED + Math.floorMod(seed, 1_000_000L) * 10_000;
    return RandomForest.fit(
        Table.FORMULA,
        data,
        settings.trees(),
        SQUARE_ROOT_OF_FEATURES,
        SplitRule.GINI,
        settings.maxDepth(),
        MOST_LEAVES,
        settings.leastLeaf(),
        1.0,
        null,
        LongStream.range(first, first + settings.trees()));
  }
}
