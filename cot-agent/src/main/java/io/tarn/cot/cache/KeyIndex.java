package io.tarn.cot.cache;

import org.jspecify.annotations.Nullable;

/** Finds the slot of a key: a hash table with linear probing in arrays, which allocates nothing. */
final class KeyIndex<K> {

  private static final int GOLDEN = 0x9E3779B9;

  private final @Nullable Object[] keys;
  private final int[] hashes;
  // slot + 1 by place of the table, 0 for none
  private final int[] table;
  private final int shift;
  private final int mask;

  /**
   * @param capacity number of slots, 1..2^29
   */
  KeyIndex(int capacity) {
    int places = Integer.highestOneBit(Math.max(2, capacity) - 1) << 2;
    this.keys = new Object[capacity];
    this.hashes = new int[capacity];
    this.table = new int[places];
    this.mask = places - 1;
    this.shift = Integer.numberOfLeadingZeros(mask);
  }

  /** The slot of a key, -1 when it has none. */
  int find(Object key) {
    int hash = key.hashCode();
    int place = home(hash);
    int entry;
    while ((entry = table[place]) != 0) {
      int slot = entry - 1;
      if (hashes[slot] == hash && key.equals(keys[slot])) {
        return slot;
      }
      place = (place + 1) & mask;
    }
    return -1;
  }

  /** The key of a slot that has one. */
  @SuppressWarnings({"unchecked", "NullAway"})
  K key(int slot) {
    return (K) keys[slot];
  }

  /** Gives a free slot to a key that has none. */
  void put(int slot, K key) {
    int hash = key.hashCode();
    keys[slot] = key;
    hashes[slot] = hash;
    int place = home(hash);
    while (table[place] != 0) {
      place = (place + 1) & mask;
    }
    table[place] = slot + 1;
  }

  /** Takes the slot from its key; later entries of the same run close the gap. */
  void remove(int slot) {
    int gap = home(hashes[slot]);
    while (table[gap] != slot + 1) {
      gap = (gap + 1) & mask;
    }
    int place = gap;
    while (true) {
      place = (place + 1) & mask;
      int entry = table[place];
      if (entry == 0) {
        break;
      }
      int home = home(hashes[entry - 1]);
      if (((place - home) & mask) >= ((place - gap) & mask)) {
        table[gap] = entry;
        gap = place;
      }
    }
    table[gap] = 0;
    keys[slot] = null;
  }

  private int home(int hash) {
    return (hash * GOLDEN) >>> shift;
  }
}
