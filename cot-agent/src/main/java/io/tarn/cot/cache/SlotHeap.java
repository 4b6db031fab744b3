package io.tarn.cot.cache;

/**
 * An indexed min-heap of slots, ordered by a score that each slot has in an array outside. Heaps
 * may share the scores and the positions as long as a slot is in one of them at a time.
 */
final class SlotHeap {

  private final double[] scores;
  private final int[] positions;
  private final int[] slots;
  private int size;

  /**
   * @param scores by slot; whoever lowers or raises one calls {@link #lowered} or {@link #raised}
   * @param positions by slot, written by this heap only while the slot is in it
   * @param capacity most slots in the heap
   */
  SlotHeap(double[] scores, int[] positions, int capacity) {
    this.scores = scores;
    this.positions = positions;
    this.slots = new int[capacity];
  }

  int size() {
    return size;
  }

  /** The slot at a place of the heap, 0 the one of least score. */
  int at(int place) {
    return slots[place];
  }

  void add(int slot) {
    slots[size] = slot;
    positions[slot] = size;
    size++;
    lowered(slot);
  }

  void remove(int slot) {
    int hole = positions[slot];
    size--;
    int last = slots[size];
    if (last != slot) {
      slots[hole] = last;
      positions[last] = hole;
      lowered(last);
      raised(last);
    }
  }

  /** Restores the order after the score of a slot fell. */
  void lowered(int slot) {
    double score = scores[slot];
    int place = positions[slot];
    while (place > 0) {
      int parent = (place - 1) >>> 1;
      int above = slots[parent];
      if (scores[above] <= score) {
        break;
      }
      slots[place] = above;
      positions[above] = place;
      place = parent;
    }
    slots[place] = slot;
    positions[slot] = place;
  }

  /** Restores the order after the score of a slot rose. */
  void raised(int slot) {
    double score = scores[slot];
    int place = positions[slot];
    int child = 2 * place + 1;
    while (child < size) {
      int below = slots[child];
      if (child + 1 < size && scores[slots[child + 1]] < scores[below]) {
        child++;
        below = slots[child];
      }
      if (scores[below] >= score) {
        break;
      }
      slots[place] = below;
      positions[below] = place;
      place = child;
      child = 2 * place + 1;
    }
    slots[place] = slot;
    positions[slot] = place;
  }
}
