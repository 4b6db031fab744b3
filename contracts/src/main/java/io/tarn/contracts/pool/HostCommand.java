package io.tarn.contracts.pool;

import java.net.URI;
import java.util.List;

/**
 * One entry of a host's command feed.
 *
 * @param sequence rises by one for each command of the host, from 1
 * @param kind what to do
 * @param grantId the grant that the slices serve
 * @param poolId the pool
 * @param emc where the EMC answers, to check the owner before a slice is brought online
 * @param port the owner number of this host at that EMC, 0..63
 * @param slices the slices
 */
public record HostCommand(
    long sequence,
    Kind kind,
    String grantId,
    String poolId,
    URI emc,
    int port,
    List<SliceRef> slices) {

  /** Copies the collection. */
  public HostCommand {
    slices = List.copyOf(slices);
  }

  /** What a host can be told. */
  public enum Kind {
    /** Bring the slices online, after checking with the EMC that they are this host's. */
    ONLINE,
    /** Take the slices offline, block by block. */
    OFFLINE
  }
}
