package io.tarn.cot.frontend;

import io.tarn.cot.balance.Loads;

/**
 * A part of a run: look-ups with the cache, and those that the same reads would have been without.
 *
 * @param withCache look-ups sent
 * @param withoutCache one for each read
 */
public record Stretch(Loads withCache, Loads withoutCache) {

  Stretch plus(Stretch next) {
    return new Stretch(withCache.plus(next.withCache), withoutCache.plus(next.withoutCache));
  }

  /** Keys asked for. */
  public long reads() {
    return withoutCache.lookUps();
  }

  /** Share of reads that no back end saw, 0..1; 0 when nothing was read. */
  public double hitRate() {
    return reads() == 0 ? 0 : 1 - (double) withCache.lookUps() / reads();
  }
}
