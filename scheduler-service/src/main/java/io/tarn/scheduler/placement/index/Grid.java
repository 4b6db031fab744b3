package io.tarn.scheduler.placement.index;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Entries of one shape by free cores, then by free memory. Within a row the score rises to a peak
 * and falls behind it, and the most that a row can score falls as its free cores rise; so a search
 * walks outwards from each row's peak and ends with the first row that cannot do better.
 */
final class Grid {

  private final int usableVcpus;
  private final long usableMiB;
  private final BitSet used = new BitSet();
  private final @Nullable Row[] rows;

  /**
   * @param usableVcpus of every host in it, 0 or more
   * @param usableMiB of every host in it, 0 or more
   */
  Grid(int usableVcpus, long usableMiB) {
    this.usableVcpus = usableVcpus;
    this.usableMiB = usableMiB;
    this.rows = new @Nullable Row[usableVcpus + 1];
  }

  void add(int slot, int freeVcpus, long freeMiB) {
    Row row = rows[freeVcpus];
    if (row == null) {
      row = new Row();
      rows[freeVcpus] = row;
    }
    row.add(slot, freeMiB);
    used.set(freeVcpus);
  }

  void remove(int slot, int freeVcpus, long freeMiB) {
    Row row = row(freeVcpus);
    row.remove(slot, freeMiB);
    if (row.isEmpty()) {
      used.clear(freeVcpus);
    }
  }

  /**
   * Offers the places that have room for a VM, except those that the list has no use for.
   *
   * @param balance the share of the pool that would be left free, 0..1
   */
  void search(int vcpus, long localMiB, double balance, Weights weights, Shortlist list) {
    int free = used.nextSetBit(vcpus);
    while (free >= 0) {
      double freeVcpus = share(free - vcpus, usableVcpus);
      if (!list.wants(weights.score(weights.peak(freeVcpus), freeVcpus, balance))) {
        return;
      }
      walk(row(free), freeVcpus, localMiB, balance, weights, list);
      free = used.nextSetBit(free + 1);
    }
  }

  private void walk(
      Row row, double freeVcpus, long localMiB, double balance, Weights weights, Shortlist list) {
    int least = Row.column(localMiB);
    int peak = Math.max(least, Row.column((long) (weights.peak(freeVcpus) * usableMiB) + localMiB));
    int below = row.atOrBelow(peak);
    int above = row.atOrAbove(peak + 1);
    double belowScore = score(below, least, freeVcpus, localMiB, balance, weights);
    double aboveScore = score(above, least, freeVcpus, localMiB, balance, weights);
    while (list.wants(Math.max(belowScore, aboveScore))) {
      if (belowScore >= aboveScore) {
        offer(row.cell(below), below == least ? Row.rest(localMiB) : 0, belowScore, list);
        below = below == 0 ? -1 : row.atOrBelow(below - 1);
        belowScore = score(below, least, freeVcpus, localMiB, balance, weights);
      } else {
        offer(row.cell(above), 0, aboveScore, list);
        above = row.atOrAbove(above + 1);
        aboveScore = score(above, least, freeVcpus, localMiB, balance, weights);
      }
    }
  }

  /** The score of a column's entries; none can be wanted where there are none. */
  private double score(
      int column, int least, double freeVcpus, long localMiB, double balance, Weights weights) {
    if (column < least) {
      return Double.NEGATIVE_INFINITY;
    }
    double left = Math.max(0, share(Row.freeMiB(column) - localMiB, usableMiB));
    return weights.score(left, freeVcpus, balance);
  }

  private static void offer(Cell cell, int leastMiB, double score, Shortlist list) {
    for (int at = cell.size() - 1; at >= 0 && cell.mib(at) >= leastMiB; at--) {
      if (!list.wants(score)) {
        return;
      }
      list.offer(cell.slot(at), score);
    }
  }

  private Row row(int freeVcpus) {
    Row row = rows[freeVcpus];
    if (row == null) {
      throw new IllegalStateException("no entries with " + freeVcpus + " free cores");
    }
    return row;
  }

  private static double share(long part, long whole) {
    return whole == 0 ? 0 : (double) part / whole;
  }
}
