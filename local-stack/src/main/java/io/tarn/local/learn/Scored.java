package io.tarn.local.learn;

import org.jspecify.annotations.Nullable;

/**
 * What the models said of a VM when its last attempt was decided.
 *
 * @param pairId the pair that said it; absent when none did
 * @param byForest whether its counters were known, so that the forest said something
 * @param insensitive whether it was labelled insensitive
 */
public record Scored(@Nullable String pairId, boolean byForest, boolean insensitive) {

  /** Nothing was said. */
  public static final Scored NOT = new Scored(null, false, false);
}
