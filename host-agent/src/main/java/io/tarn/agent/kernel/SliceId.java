package io.tarn.agent.kernel;

import java.util.Comparator;

/**
 * Names a slice on a host.
 *
 * @param poolId the pool
 * @param slice its number within the pool
 */
public record SliceId(String poolId, int slice) implements Comparable<SliceId> {

  private static final Comparator<SliceId> ORDER =
      Comparator.comparing(SliceId::poolId).thenComparingInt(SliceId::slice);

  @Override
  public int compareTo(SliceId other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return poolId + "/" + slice;
  }
}
