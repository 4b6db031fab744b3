package io.tarn.contracts.pool;

import org.jspecify.annotations.Nullable;

/**
 * One step of a repair, with everything that it takes for granted; it is made only while all of
 * that is so.
 *
 * @param kind what is done
 * @param poolId the pool
 * @param slice its number; absent when a whole grant is meant
 * @param grantId the grant, if one is concerned
 * @param hostId the host that is told, if one is
 * @param record what the record says; absent when a whole grant is meant
 * @param device what the table says, where it is taken over
 * @param host what the host last said, where that is the reason
 */
public record RepairStep(
    Kind kind,
    String poolId,
    @Nullable Integer slice,
    @Nullable String grantId,
    @Nullable String hostId,
    PoolAudit.@Nullable RecordSays record,
    PoolAudit.@Nullable DeviceSays device,
    PoolAudit.@Nullable HostSays host) {

  /** What can be done. */
  public enum Kind {
    /** The entry is cleared of whoever is in it, the slice erased and freed. */
    TAKE_ENTRY_OVER,
    /** The host is told once more to bring the slice online. */
    ASK_ONLINE,
    /** The host is told once more to give the slice up. */
    ASK_OFFLINE,
    /** The grant is withdrawn. */
    WITHDRAW,
    /** Nothing is done without somebody's decision. */
    NONE
  }
}
