package io.tarn.trainer.training;

import java.util.List;
import smile.base.cart.Loss;
import smile.data.DataFrame;
import smile.data.vector.DoubleVector;
import smile.math.MathEx;
import smile.regression.GradientTreeBoost;

/**
 * Boosted trees that tell untouched memory. Keeps what {@link GradientTreeBoost} hides.
 *
 * @param model as Smile fitted it
 * @param intercept what its sum begins with
 * @param shrinkage what each tree's answer is multiplied by
 */
public record Boost(GradientTreeBoost model, double intercept, double shrinkage) {

  private static final int MOST_DEPTH = 20;
  private static final long FIRST_SEED = 2; // Smile ignores seeds below

  /**
   * Fits them. The same rows and seed give the same trees on any number of cores.
   *
   * @param rows feature vectors
   * @param shares the untouched share of each, 0..1
   * @param names of the features
   */
  public static Boost fit(
      List<float[]> rows, double[] shares, List<String> names, BoostSettings settings, long seed) {
    DataFrame data = Table.of(rows, names).merge(DoubleVector.of(Table.LABEL, shares));
    // the rows that a tree sees are drawn by this thread's generator
    MathEx.setSeed(FIRST_SEED + Math.floorMod(seed, 1_000_000L));
    GradientTreeBoost model =
        GradientTreeBoost.fit(
            Table.FORMULA,
            data,
            Loss.quantile(settings.quantile()),
            settings.trees(),
            MOST_DEPTH,
            settings.maxLeaves(),
            settings.leastLeaf(),
            settings.shrinkage(),
            settings.sampleShare());
    double intercept = Loss.quantile(settings.quantile()).intercept(shares);
    return new Boost(model, intercept, settings.shrinkage());
  }
}
