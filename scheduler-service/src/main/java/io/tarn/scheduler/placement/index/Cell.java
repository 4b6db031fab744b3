package io.tarn.scheduler.placement.index;

import java.util.Arrays;

/**
 * Entries with as many free cores and as many whole GiB of free memory, in the order of the MiB
 * above these, then of their slots; so the same entries always stand in the same order.
 */
final class Cell {

  private static final int FIRST_SIZE = 4;

  private long[] members = new long[FIRST_SIZE];
  private int size;

  int size() {
    return size;
  }

  /** The slot of one entry; the index is 0..size - 1. */
  int slot(int index) {
    return (int) members[index];
  }

  /** The MiB of one entry above the whole GiB, 0..1,023; the index is 0..size - 1. */
  int mib(int index) {
    return (int) (members[index] >>> Integer.SIZE);
  }

  void add(int slot, int mib) {
    long member = member(slot, mib);
    int at = Arrays.binarySearch(members, 0, size, member);
    if (at >= 0) {
      throw new IllegalStateException("slot " + slot + " is here already");
    }
    int place = -at - 1;
    if (size == members.length) {
      members = Arrays.copyOf(members, size * 2);
    }
    System.arraycopy(members, place, members, place + 1, size - place);
    members[place] = member;
    size++;
  }

  void remove(int slot, int mib) {
    int at = Arrays.binarySearch(members, 0, size, member(slot, mib));
    if (at < 0) {
      throw new IllegalStateException("slot " + slot + " is not here");
    }
    size--;
    System.arraycopy(members, at + 1, members, at, size - at);
  }

  private static long member(int slot, int mib) {
    return (long) mib << Integer.SIZE | slot;
  }
}
