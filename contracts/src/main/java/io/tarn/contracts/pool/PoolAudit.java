package io.tarn.contracts.pool;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The record of a pool, its EMC's table and what its hosts last said, held against each other.
 *
 * @param poolId the pool
 * @param incarnation of its EMC
 * @param takenAtMillis when, on the database's clock, milliseconds since 1970
 * @param compared slices that stood still while they were looked at; the others were not judged
 * @param deviceUnread why the table was not compared, beginning with {@code another-device} when it
 *     is not the pool's; absent when it was
 * @param differences everything that does not fit, by slice
 */
public record PoolAudit(
    String poolId,
    int incarnation,
    long takenAtMillis,
    int compared,
    @Nullable String deviceUnread,
    List<Difference> differences) {

  /** Copies the collection. */
  public PoolAudit {
    differences = List.copyOf(differences);
  }

  /**
   * One thing that does not fit.
   *
   * @param kind what does not fit
   * @param slice its number
   * @param record what the record says
   * @param device what the table says; absent when it was not read
   * @param host what a host last said; absent when none said anything
   * @param sinceMillis since when it can have been so: the later of record and host
   * @param repair what would mend it
   * @param advice in words, for an operator
   */
  public record Difference(
      Kind kind,
      int slice,
      RecordSays record,
      @Nullable DeviceSays device,
      @Nullable HostSays host,
      long sinceMillis,
      RepairStep.Kind repair,
      String advice) {}

  /** What does not fit. */
  public enum Kind {
    /** The table's entry is not as recorded. */
    TABLE_DIFFERS,
    /** The host that the record names says otherwise. */
    HOST_DIFFERS,
    /** A host says that it has online what the record does not give it. */
    HOST_USES_FOREIGN,
    /** The host cannot give the slice up. */
    STUCK
  }

  /**
   * What the record says.
   *
   * @param state of the slice
   * @param hostId its owner, if any
   * @param grantId the grant that it serves, if any
   * @param generation of its entry
   * @param cause why it is quarantined or lost, if it is
   * @param sinceMillis when it changed last
   */
  public record RecordSays(
      SliceState state,
      @Nullable String hostId,
      @Nullable String grantId,
      long generation,
      @Nullable String cause,
      long sinceMillis) {}

  /**
   * What the EMC's table says.
   *
   * @param owner port of the owner; absent for none
   * @param hostId the host at that port, if one is wired there
   * @param generation of the entry
   */
  public record DeviceSays(@Nullable Integer owner, @Nullable String hostId, long generation) {}

  /**
   * What a host last said.
   *
   * @param hostId the host
   * @param bootId in which of its boots
   * @param seen what it saw
   * @param generation of which entry
   * @param offlineBlocks blocks that were offline
   * @param cause in its words, if it gave one
   * @param sinceMillis since when it has said so
   */
  public record HostSays(
      String hostId,
      String bootId,
      Observation.Seen seen,
      long generation,
      int offlineBlocks,
      @Nullable String cause,
      long sinceMillis) {}
}
