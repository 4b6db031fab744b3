package io.tarn.trainer.export;

/**
 * Where a tree splits.
 *
 * @param feature place in the vector
 * @param threshold the largest value that goes left
 */
record Split(int feature, float threshold) {}
