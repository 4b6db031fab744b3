package io.tarn.pool.ledger;

import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.SliceRef;
import io.tarn.pool.slice.Slice;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A command before it has its place in the host's feed.
 *
 * @param hostId whose feed
 * @param kind what to do
 * @param grantId the grant that the slices serve
 * @param poolId the pool
 * @param slices by number; at least one, unless it is about an operation
 * @param operationId the operation that it is about, if it is about one
 */
public record Command(
    String hostId,
    HostCommand.Kind kind,
    String grantId,
    String poolId,
    List<SliceRef> slices,
    @Nullable String operationId) {

  /** Copies the collection. */
  public Command {
    slices = List.copyOf(slices);
    if (slices.isEmpty() && operationId == null) {
      throw new IllegalArgumentException("a command for " + grantId + " without slices");
    }
  }

  /** A command about slices. */
  public Command(
      String hostId, HostCommand.Kind kind, String grantId, String poolId, List<SliceRef> slices) {
    this(hostId, kind, grantId, poolId, slices, null);
  }

  /** To begin an operation, or to stop it. */
  public static Command of(HostCommand.Kind kind, Operation operation, List<Slice> slices) {
    return new Command(
        operation.hostId(),
        kind,
        operation.request().grantId(),
        operation.poolId(),
        refs(slices),
        operation.operationId());
  }

  /** A command about slices of one grant. */
  public static Command of(HostCommand.Kind kind, Grant grant, List<Slice> slices) {
    return new Command(
        grant.granted().hostId(),
        kind,
        grant.id().toString(),
        grant.granted().poolId(),
        refs(slices));
  }

  private static List<SliceRef> refs(List<Slice> slices) {
    return slices.stream()
        .map(Slice::ref)
        .sorted(Comparator.comparingInt(SliceRef::slice))
        .toList();
  }
}
