package io.tarn.pool.ledger;

import java.util.Comparator;

/**
 * A host's port on a pool; the order is that of locks.
 *
 * @param poolId the pool
 * @param hostId the host
 */
public record PortKey(String poolId, String hostId) implements Comparable<PortKey> {

  private static final Comparator<PortKey> ORDER =
      Comparator.comparing(PortKey::poolId).thenComparing(PortKey::hostId);

  @Override
  public int compareTo(PortKey other) {
    return ORDER.compare(this, other);
  }
}
