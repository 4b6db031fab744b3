package io.tarn.contracts.pool;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tarn.contracts.Check;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;

/**
 * What a host saw of one slice.
 *
 * @param poolId the pool
 * @param slice the slice, 0..1023
 * @param generation the generation of the command that it answers
 * @param seen what the host saw
 * @param offlineBlocks blocks that are offline, 0..totalBlocks
 * @param totalBlocks blocks of the slice, from 1
 * @param cause why it is {@link Seen#STUCK} or {@link Seen#REFUSED}, for example {@code pinned};
 *     absent otherwise
 * @param commandSequence the sequence of the newest command for the slice that the host had taken
 *     in; of {@link Seen#STUCK}, so that a report which comes late is not taken for the answer to a
 *     later command. Absent in the reports of agents that do not say it, which are always believed
 */
public record Observation(
    String poolId,
    @Min(0) @Max(PoolSpec.MOST_SLICES - 1) int slice,
    @Min(1) @Max(Long.MAX_VALUE) long generation,
    Seen seen,
    @Min(0) @Max(Observation.MOST_BLOCKS) int offlineBlocks,
    @Min(1) @Max(Observation.MOST_BLOCKS) int totalBlocks,
    @Nullable String cause,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Min(1) @Max(Long.MAX_VALUE)
        @Nullable Long commandSequence) {

  private static final int MOST_BLOCKS = 1024;

  /** Checks the ranges. */
  public Observation {
    Check.id("poolId", poolId);
    Check.range("slice", slice, 0, PoolSpec.MOST_SLICES - 1);
    Check.range("generation", generation, 1, Long.MAX_VALUE);
    Check.present("seen", seen, "ONLINE, OFFLINING, OFFLINE, STUCK or REFUSED");
    Check.range("totalBlocks", totalBlocks, 1, MOST_BLOCKS);
    Check.range("offlineBlocks", offlineBlocks, 0, totalBlocks);
    if (seen == Seen.STUCK || seen == Seen.REFUSED || cause != null) {
      Check.text("cause", cause);
    }
    if (commandSequence != null) {
      Check.range("commandSequence", commandSequence, 1, Long.MAX_VALUE);
    }
  }

  /** What does not say after which command it was seen. */
  public Observation(
      String poolId,
      int slice,
      long generation,
      Seen seen,
      int offlineBlocks,
      int totalBlocks,
      @Nullable String cause) {
    this(poolId, slice, generation, seen, offlineBlocks, totalBlocks, cause, null);
  }

  /** What a host can see of a slice. */
  public enum Seen {
    /** Every block is online; of a slice that is drained, those that its VM uses. */
    ONLINE,
    /** Some blocks are offline, more will follow. */
    OFFLINING,
    /** Every block is offline. */
    OFFLINE,
    /** Some blocks cannot be taken offline. */
    STUCK,
    /** The EMC does not name this host at that generation; nothing was brought online. */
    REFUSED
  }
}
