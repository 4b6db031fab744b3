package io.tarn.scheduler.placement.index;

import java.util.function.IntPredicate;

/** The best few entries so far. */
final class Shortlist {

  private final int[] slots;
  private final double[] scores;
  private final IntPredicate admitted;
  private int size;

  /**
   * @param most how many are kept, 1 or more
   * @param admitted whether the entry of a slot is a place at all
   */
  Shortlist(int most, IntPredicate admitted) {
    this.slots = new int[most];
    this.scores = new double[most];
    this.admitted = admitted;
  }

  /** Whether an entry with this score would be kept; of equal ones the earlier stays. */
  boolean wants(double score) {
    return score > (size < scores.length ? Double.NEGATIVE_INFINITY : scores[size - 1]);
  }

  /** Takes an entry that is wanted, if it is a place at all. */
  void offer(int slot, double score) {
    if (!admitted.test(slot)) {
      return;
    }
    int at = size < scores.length ? size++ : size - 1;
    while (at > 0 && scores[at - 1] < score) {
      scores[at] = scores[at - 1];
      slots[at] = slots[at - 1];
      at--;
    }
    scores[at] = score;
    slots[at] = slot;
  }

  int size() {
    return size;
  }

  /** The slot of one entry; 0 is the best. */
  int slot(int index) {
    return slots[index];
  }

  /** The score of one entry; 0 is the best. */
  double score(int index) {
    return scores[index];
  }
}
