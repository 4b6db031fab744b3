package io.tarn.local.invariant;

import io.tarn.contracts.placement.VmState;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.SliceState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the stores hold at the end of a run.
 *
 * @param pools of the pool manager
 * @param slices of the pool manager
 * @param ports of the pool manager
 * @param grants of the pool manager
 * @param hosts of the scheduler
 * @param vms of the scheduler
 * @param unsent events that the outboxes still hold, and those that the broker refused
 * @param sequences the last sequence given out, for each topic and key
 */
public record Rows(
    List<PoolRow> pools,
    List<SliceRow> slices,
    List<PortRow> ports,
    List<GrantRow> grants,
    List<HostRow> hosts,
    List<VmRow> vms,
    List<String> unsent,
    List<SequenceRow> sequences) {

  /** Copies the collections. */
  public Rows {
    pools = List.copyOf(pools);
    slices = List.copyOf(slices);
    ports = List.copyOf(ports);
    grants = List.copyOf(grants);
    hosts = List.copyOf(hosts);
    vms = List.copyOf(vms);
    unsent = List.copyOf(unsent);
    sequences = List.copyOf(sequences);
  }

  /** A pool. */
  public record PoolRow(String poolId, int capacityGiB) {}

  /** A slice. */
  public record SliceRow(
      String poolId,
      int slice,
      SliceState state,
      @Nullable String hostId,
      @Nullable String grantId,
      long generation) {

    String name() {
      return poolId + "/" + slice;
    }
  }

  /** A host's port on a pool. */
  public record PortRow(String poolId, String hostId, int port) {}

  /** A grant; place and size are absent for one that was withdrawn before it came. */
  public record GrantRow(
      String grantId,
      String vmId,
      int attempt,
      GrantState state,
      @Nullable String poolId,
      @Nullable String hostId,
      int sizeGiB) {}

  /** A host with what its row says is used. */
  public record HostRow(
      String hostId,
      int vcpus,
      long localMiB,
      int reservedVcpus,
      long reservedMiB,
      int usedVcpus,
      long usedLocalMiB,
      List<String> pools) {

    /** Copies the collection. */
    public HostRow {
      pools = List.copyOf(pools);
    }
  }

  /** A VM; times in microseconds since 1970, absent ones are the largest long. */
  public record VmRow(
      String vmId,
      VmState state,
      int attempt,
      String hostId,
      int vcpus,
      long memoryMiB,
      long localMiB,
      int poolGiB,
      @Nullable String poolId,
      boolean placed,
      long createdMicros,
      long deletedMicros) {

    /** Whether its client gave it back before a place was found for it. */
    public boolean withdrawn() {
      return !placed && (state == VmState.DELETING || state == VmState.DELETED);
    }
  }

  /** The last sequence of a key. */
  public record SequenceRow(String topic, String key, long last) {}
}
