package io.tarn.cot.cache;

import java.util.Arrays;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** The arrays behind a {@link HotSet}: per slot a key, its hotness, and perhaps a value. */
final class Slots<K> {

  private final KeyIndex<K> index;
  private final double[] hotness;
  private final double[] guaranteed;
  private final @Nullable Object[] values;
  // reads without a value since they were last taken
  private final int[] reads;
  // the coldest without a value is replaced first, by hotness
  private final SlotHeap uncached;
  // the coldest with a value leaves first, by guaranteed hotness
  private final SlotHeap cached;
  private int size;

  Slots(int lines, int capacity) {
    int[] positions = new int[capacity];
    this.index = new KeyIndex<>(capacity);
    this.hotness = new double[capacity];
    this.guaranteed = new double[capacity];
    this.values = new Object[capacity];
    this.reads = new int[capacity];
    this.uncached = new SlotHeap(hotness, positions, capacity);
    this.cached = new SlotHeap(guaranteed, positions, lines);
  }

  int capacity() {
    return hotness.length;
  }

  int size() {
    return size;
  }

  int cached() {
    return cached.size();
  }

  int find(K key) {
    return index.find(key);
  }

  K key(int slot) {
    return index.key(slot);
  }

  boolean isCached(int slot) {
    return values[slot] != null;
  }

  @Nullable Object value(int slot) {
    return values[slot];
  }

  void setValue(int slot, Object value) {
    values[slot] = value;
  }

  double hotness(int slot) {
    return hotness[slot];
  }

  double guaranteed(int slot) {
    return guaranteed[slot];
  }

  /** The slot that loses its value first; there must be one. */
  int coldestCached() {
    return cached.at(0);
  }

  /** The slot that loses its key first; there must be one. */
  int coldestUncached() {
    return uncached.at(0);
  }

  /** Gives an untracked key a slot: a free one, or that of the coldest key with its hotness. */
  int takeOver(K key) {
    if (size < capacity()) {
      int slot = size++;
      place(slot, key, 0, 0);
      return slot;
    }
    int slot = coldestUncached();
    index.remove(slot);
    index.put(slot, key);
    // a key that updates made colder than an unknown one is no reason to doubt the new one
    double inherited = Math.max(0, hotness[slot]);
    boolean rises = inherited > hotness[slot];
    hotness[slot] = inherited;
    guaranteed[slot] = 0;
    reads[slot] = 0;
    if (rises) {
      uncached.raised(slot);
    }
    return slot;
  }

  void add(int slot, double change) {
    hotness[slot] += change;
    guaranteed[slot] += change;
    SlotHeap heap = isCached(slot) ? cached : uncached;
    if (change > 0) {
      heap.raised(slot);
    } else {
      heap.lowered(slot);
    }
  }

  void countRead(int slot) {
    reads[slot]++;
  }

  /** Moves a slot to those with a value, which the caller sets. */
  void cache(int slot) {
    uncached.remove(slot);
    cached.add(slot);
  }

  void uncache(int slot) {
    cached.remove(slot);
    values[slot] = null;
    uncached.add(slot);
  }

  /** Forgets a key without a value; the last slot moves into the gap. */
  void remove(int slot) {
    uncached.remove(slot);
    index.remove(slot);
    int last = --size;
    if (last != slot) {
      move(last, slot);
    }
    values[last] = null;
  }

  void scale(double factor) {
    for (int slot = 0; slot < size; slot++) {
      hotness[slot] *= factor;
      guaranteed[slot] *= factor;
    }
  }

  /** The reads of the {@code most} hottest slots without a value; all reads start anew. */
  long takeHotReads(int most) {
    double[] scores = new double[uncached.size()];
    for (int place = 0; place < scores.length; place++) {
      scores[place] = hotness[uncached.at(place)];
    }
    Arrays.sort(scores);
    double bar = most < scores.length ? scores[scores.length - most] : Double.NEGATIVE_INFINITY;
    long sum = 0;
    int left = most;
    for (int place = 0; place < scores.length; place++) {
      int slot = uncached.at(place);
      if (hotness[slot] > bar) {
        sum += reads[slot];
        left--;
      }
    }
    for (int place = 0; place < scores.length && left > 0; place++) {
      int slot = uncached.at(place);
      if (hotness[slot] == bar) {
        sum += reads[slot];
        left--;
      }
    }
    Arrays.fill(reads, 0);
    return sum;
  }

  void forEachCached(IntConsumer action) {
    for (int place = 0; place < cached.size(); place++) {
      action.accept(cached.at(place));
    }
  }

  /** The same keys and values in another capacity, into which they fit. */
  Slots<K> copy(int lines, int capacity) {
    Slots<K> copy = new Slots<>(lines, capacity);
    copy.size = size;
    for (int slot = 0; slot < size; slot++) {
      copy.values[slot] = values[slot];
      copy.reads[slot] = reads[slot];
      copy.place(slot, index.key(slot), hotness[slot], guaranteed[slot]);
    }
    return copy;
  }

  private void move(int from, int to) {
    K key = index.key(from);
    (isCached(from) ? cached : uncached).remove(from);
    index.remove(from);
    values[to] = values[from];
    reads[to] = reads[from];
    place(to, key, hotness[from], guaranteed[from]);
  }

  private void place(int slot, K key, double newHotness, double newGuaranteed) {
    index.put(slot, key);
    hotness[slot] = newHotness;
    guaranteed[slot] = newGuaranteed;
    (isCached(slot) ? cached : uncached).add(slot);
  }
}
