package io.tarn.scheduler.placement.index;

import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Entries with as many free cores, by whole GiB of free memory. */
final class Row {

  private static final long MIB_PER_GIB = 1024;

  private final BitSet used = new BitSet();
  private @Nullable Cell[] cells = new @Nullable Cell[0];

  boolean isEmpty() {
    return used.isEmpty();
  }

  /** The nearest column at or above one that has entries; -1: none. */
  int atOrAbove(int column) {
    return used.nextSetBit(column);
  }

  /** The nearest column at or below one that has entries; -1: none. */
  int atOrBelow(int column) {
    return used.previousSetBit(column);
  }

  /** The entries of a column that has some. */
  Cell cell(int column) {
    Cell cell = cells[column];
    if (cell == null) {
      throw new IllegalStateException("column " + column + " has no entries");
    }
    return cell;
  }

  void add(int slot, long freeMiB) {
    int column = column(freeMiB);
    if (column >= cells.length) {
      cells = Arrays.copyOf(cells, Math.max(column + 1, cells.length * 2));
    }
    Cell cell = cells[column];
    if (cell == null) {
      cell = new Cell();
      cells[column] = cell;
    }
    cell.add(slot, rest(freeMiB));
    used.set(column);
  }

  void remove(int slot, long freeMiB) {
    int column = column(freeMiB);
    Cell cell = cell(column);
    cell.remove(slot, rest(freeMiB));
    if (cell.size() == 0) {
      used.clear(column);
    }
  }

  /** The free memory that a column stands for; its entries have up to 1,023 MiB more. */
  static long freeMiB(int column) {
    return column * MIB_PER_GIB;
  }

  static int column(long freeMiB) {
    return Math.toIntExact(freeMiB / MIB_PER_GIB);
  }

  static int rest(long freeMiB) {
    return (int) (freeMiB % MIB_PER_GIB);
  }
}
