package io.tarn.pool.ledger;

import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.SliceRef;
import io.tarn.pool.slice.Slice;
import java.util.Comparator;
import java.util.List;

/**
 * A command before it has its place in the host's feed.
 *
 * @param hostId whose feed
 * @param kind what to do
 * @param grantId the grant that the slices serve
 * @param poolId the pool
 * @param slices at least one, by number
 */
public record Command(
    String hostId, HostCommand.Kind kind, String grantId, String poolId, List<SliceRef> slices) {

  /** Copies the collection. */
  public Command {
    slices = List.copyOf(slices);
    if (slices.isEmpty()) {
      throw new IllegalArgumentException("a command for " + grantId + " without slices");
    }
  }

  /** A command about slices of one grant. */
  public static Command of(HostCommand.Kind kind, Grant grant, List<Slice> slices) {
    return new Command(
        grant.granted().hostId(),
        kind,
        grant.id().toString(),
        grant.granted().poolId(),
        slices.stream().map(Slice::ref).sorted(Comparator.comparingInt(SliceRef::slice)).toList());
  }
}
