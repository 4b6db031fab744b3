package io.tarn.trainer.training;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;

/**
 * The shape of the boosted trees.
 *
 * @param trees 1..5000
 * @param maxLeaves of a tree, 2..1024
 * @param leastLeaf rows that a leaf must have, from 1
 * @param quantile of the untouched share that is aimed at, above 0 and below 1
 * @param shrinkage above 0, at most 1
 * @param sampleShare rows that each tree sees, above 0, at most 1
 */
public record BoostSettings(
    int trees,
    int maxLeaves,
    int leastLeaf,
    double quantile,
    double shrinkage,
    double sampleShare) {

  /** Checks the ranges. */
  public BoostSettings {
    Check.range("boost.trees", trees, 1, 5000);
    Check.range("boost.maxLeaves", maxLeaves, 2, 1024);
    Check.range("boost.leastLeaf", leastLeaf, 1, Integer.MAX_VALUE);
    share("boost.quantile", quantile);
    share("boost.shrinkage", shrinkage);
    share("boost.sampleShare", sampleShare);
    if (quantile == 1) {
      throw new InvalidField("boost.quantile", "1", "below 1");
    }
  }

  private static void share(String field, double value) {
    if (!(value > 0 && value <= 1)) {
      throw new InvalidField(field, Double.toString(value), "above 0, at most 1");
    }
  }
}
