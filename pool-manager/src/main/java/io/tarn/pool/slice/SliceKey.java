package io.tarn.pool.slice;

import java.util.Comparator;

/**
 * Names a slice. The natural order, by pool and number, is the order in which slices are locked.
 *
 * @param poolId the pool
 * @param number 0..capacity-1
 */
public record SliceKey(String poolId, int number) implements Comparable<SliceKey> {

  private static final Comparator<SliceKey> ORDER =
      Comparator.comparing(SliceKey::poolId).thenComparingInt(SliceKey::number);

  @Override
  public int compareTo(SliceKey other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return poolId + "/" + number;
  }
}
