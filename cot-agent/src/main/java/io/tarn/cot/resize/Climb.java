package io.tarn.cot.resize;

/**
 * Growing towards a target, from the first violation on.
 *
 * @param bestLines the size that did best
 * @param bestImbalance weighted, at that size
 * @param hitRate best so far, 0..1
 * @param fruitless growths in a row that improved neither
 */
public record Climb(int bestLines, double bestImbalance, double hitRate, int fruitless) {

  /** An improvement takes away this part of what is above 1 ... */
  private static final double BETTER_BALANCE = 0.1;

  /** ... or adds this to the share of hits. */
  private static final double MORE_HITS = 0.02;

  static Climb from(Window window) {
    return new Climb(window.lines(), window.loads().weightedImbalance(), window.hitRate(), 0);
  }

  /** The climb after a window at another size. */
  Climb after(Window window) {
    double imbalance = window.loads().weightedImbalance();
    double hits = Math.max(hitRate, window.hitRate());
    if (imbalance - 1 < (1 - BETTER_BALANCE) * (bestImbalance - 1)) {
      return new Climb(window.lines(), imbalance, hits, 0);
    }
    boolean moreHits = window.hitRate() >= hitRate + MORE_HITS;
    return new Climb(bestLines, bestImbalance, hits, moreHits ? 0 : fruitless + 1);
  }

  /** Whether the imbalance is far from what it was when the climb was given up. */
  boolean isOutdatedBy(Window window) {
    double now = window.loads().weightedImbalance() - 1;
    double then = bestImbalance - 1;
    return now > 1.5 * then || now < then / 1.5;
  }
}
