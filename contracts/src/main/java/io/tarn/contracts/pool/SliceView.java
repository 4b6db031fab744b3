package io.tarn.contracts.pool;

import org.jspecify.annotations.Nullable;

/**
 * One slice as the manager's store has it.
 *
 * @param poolId the pool
 * @param slice its number, 0..capacity-1
 * @param state where it is
 * @param hostId its owner, if any
 * @param grantId the grant that it serves, if any
 * @param generation the EMC's generation that the manager last confirmed
 * @param offlineBlocks memory blocks that the host has taken offline so far
 * @param totalBlocks memory blocks of the slice on that host; 0 when no host has it
 * @param cause why it is quarantined or lost, if it is
 */
public record SliceView(
    String poolId,
    int slice,
    SliceState state,
    @Nullable String hostId,
    @Nullable String grantId,
    long generation,
    int offlineBlocks,
    int totalBlocks,
    @Nullable String cause) {}
