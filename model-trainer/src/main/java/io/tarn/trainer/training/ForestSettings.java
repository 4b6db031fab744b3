package io.tarn.trainer.training;

import io.tarn.contracts.Check;

/**
 * The shape of the forest.
 *
 * @param trees 1..5000
 * @param maxDepth of a tree, 1..64
 * @param leastLeaf rows that a leaf must have, from 1
 */
public record ForestSettings(int trees, int maxDepth, int leastLeaf) {

  /** Checks the ranges. */
  public ForestSettings {
    Check.range("forest.trees", trees, 1, 5000);
    Check.range("forest.maxDepth", maxDepth, 1, 64);
    Check.range("forest.leastLeaf", leastLeaf, 1, Integer.MAX_VALUE);
  }
}
