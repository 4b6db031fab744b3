package io.tarn.contracts.pool;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a host's command feed.
 *
 * @param sequence rises by one for each command of the host, from 1
 * @param kind what to do
 * @param grantId the grant that the slices serve
 * @param poolId the pool
 * @param emc where the EMC answers, to check the owner before a slice is brought online
 * @param port the owner number of this host at that EMC, 0..63
 * @param slices the slices; of an operation those that its grant had when it was ordered
 * @param operation the operation, of {@link Kind#OPERATE} and {@link Kind#CANCEL}; else absent
 */
public record HostCommand(
    long sequence,
    Kind kind,
    String grantId,
    String poolId,
    URI emc,
    int port,
    List<SliceRef> slices,
    @Nullable OperationOrder operation) {

  /** Copies the collection, checks that an operation comes where there is to be one. */
  public HostCommand {
    slices = List.copyOf(slices);
    if ((operation != null) != (kind == Kind.OPERATE || kind == Kind.CANCEL)) {
      throw new IllegalArgumentException("a command " + kind + " with operation " + operation);
    }
  }

  /** A command about slices. */
  public HostCommand(
      long sequence,
      Kind kind,
      String grantId,
      String poolId,
      URI emc,
      int port,
      List<SliceRef> slices) {
    this(sequence, kind, grantId, poolId, emc, port, slices, null);
  }

  /** What a host can be told. */
  public enum Kind {
    /** Bring the slices online, after checking with the EMC that they are this host's. */
    ONLINE,
    /** Take the slices offline, block by block. */
    OFFLINE,
    /**
     * Their VM is about to leave: take those blocks of the slices offline that it does not use, of
     * a slice that is still to come online, or to come back, once it has. An ONLINE for them brings
     * every block back.
     */
    DRAIN,
    /** Begin the operation. */
    OPERATE,
    /**
     * Stop the operation, if it was begun, and say so; nothing, if it was not. An OPERATE whose
     * operation has ended by the time the feed is read is handed out as this, too.
     */
    CANCEL
  }
}
