package io.tarn.pool.slice;

import io.tarn.contracts.pool.SliceRef;
import io.tarn.contracts.pool.SliceState;
import org.jspecify.annotations.Nullable;

/**
 * One slice as the record has it. Built only by {@link SliceMachine#apply} and when a row is read
 * back; either way what could not be is refused.
 *
 * @param key pool and number
 * @param state where it is
 * @param hostId the owner, if any
 * @param grantId the grant that it serves; stays until it is FREE
 * @param generation the generation of the EMC's entry that was last read back
 * @param settled whether the EMC's entry was read back as the state wants it
 * @param epoch the highest epoch of a leader that changed it
 * @param offlineBlocks memory blocks that the host has taken offline, 0..totalBlocks
 * @param totalBlocks memory blocks that it has on its host; 0 when unknown
 * @param cause why it is quarantined or lost, or why its host would not bring it online
 * @param fenced whether its owner is to be cleared without its host
 * @param tries how often it was asked back again by itself since somebody asked for it
 */
public record Slice(
    SliceKey key,
    SliceState state,
    @Nullable String hostId,
    @Nullable String grantId,
    long generation,
    boolean settled,
    long epoch,
    int offlineBlocks,
    int totalBlocks,
    @Nullable String cause,
    boolean fenced,
    int tries) {

  /** Checks that state, owner and progress fit each other. */
  public Slice {
    boolean owned = hostId != null && grantId != null;
    boolean fits =
        switch (state) {
          case FREE -> hostId == null && grantId == null && settled;
          case ASSIGNED, RELEASING -> owned;
          case ONLINE, OFFLINING -> owned && settled;
          case QUARANTINED -> owned && (settled || fenced);
          case SCRUBBING -> hostId == null;
          case LOST -> true;
        };
    // slices are made all the time, sentences only when they are needed
    if (!fits) {
      throw illegal(key, "owner or device do not fit " + state);
    }
    if (fenced && state != SliceState.QUARANTINED && state != SliceState.LOST) {
      throw illegal(key, "fenced does not fit " + state);
    }
    if (offlineBlocks < 0 || offlineBlocks > totalBlocks) {
      throw illegal(key, offlineBlocks + " of " + totalBlocks + " blocks are offline");
    }
    if (generation < 0 || epoch < 0 || tries < 0) {
      throw illegal(key, "generation, epoch or tries below 0");
    }
  }

  /** A slice that is not fenced and was not asked back again. */
  public Slice(
      SliceKey key,
      SliceState state,
      @Nullable String hostId,
      @Nullable String grantId,
      long generation,
      boolean settled,
      long epoch,
      int offlineBlocks,
      int totalBlocks,
      @Nullable String cause) {
    this(
        key,
        state,
        hostId,
        grantId,
        generation,
        settled,
        epoch,
        offlineBlocks,
        totalBlocks,
        cause,
        false,
        0);
  }

  /** A slice that nobody ever had. */
  public static Slice free(SliceKey key, long generation) {
    return new Slice(key, SliceState.FREE, null, null, generation, true, 0, 0, 0, null);
  }

  /** Whether the host has taken every block offline, so that the EMC may drop the owner. */
  public boolean givenUp() {
    return state == SliceState.OFFLINING && totalBlocks > 0 && offlineBlocks == totalBlocks;
  }

  /**
   * Whether no host can use it any more, of a LOST slice: nobody had it, its host was never told of
   * it, the host has reported every block offline in its current boot, or it is fenced.
   */
  public boolean letGo() {
    return state == SliceState.LOST
        && (hostId == null
            || !settled
            || fenced
            || (totalBlocks > 0 && offlineBlocks == totalBlocks));
  }

  /**
   * Whether its next step is the device's, not a host's or a client's. The device of a failed pool
   * is asked for nothing, whatever its slices need.
   */
  public boolean needsDevice() {
    return state == SliceState.LOST
        ? letGo()
        : !settled || state == SliceState.SCRUBBING || givenUp() || fenced;
  }

  /**
   * Whether no host can have it, so that an entry which another hand changed may be taken over: it
   * is nobody's, its host was never told of it, has given it up, or is fenced.
   */
  public boolean unused() {
    return switch (state) {
      case FREE, SCRUBBING -> true;
      case RELEASING -> !settled;
      case OFFLINING -> givenUp();
      case QUARANTINED -> fenced;
      case ASSIGNED, ONLINE, LOST -> false;
    };
  }

  /** The slice as a command names it. */
  public SliceRef ref() {
    return new SliceRef(key.number(), generation);
  }

  /** In another state; only a slice that is QUARANTINED or LOST stays fenced. */
  Slice to(SliceState next) {
    return to(next, fenced && (next == SliceState.QUARANTINED || next == SliceState.LOST));
  }

  Slice to(SliceState next, boolean fence) {
    return new Slice(
        key,
        next,
        hostId,
        grantId,
        generation,
        settled,
        epoch,
        offlineBlocks,
        totalBlocks,
        cause,
        fence,
        tries);
  }

  /** In other hands: not fenced, not asked back again, nothing known of blocks, no cause. */
  Slice handedTo(SliceState next, @Nullable String host, @Nullable String grant) {
    return new Slice(key, next, host, grant, generation, settled, epoch, 0, 0, null);
  }

  Slice entry(long readGeneration, boolean asWanted, long byEpoch) {
    return new Slice(
        key,
        state,
        hostId,
        grantId,
        readGeneration,
        asWanted,
        byEpoch,
        offlineBlocks,
        totalBlocks,
        cause,
        fenced,
        tries);
  }

  Slice blocks(int offline, int total) {
    return new Slice(
        key,
        state,
        hostId,
        grantId,
        generation,
        settled,
        epoch,
        offline,
        total,
        cause,
        fenced,
        tries);
  }

  Slice because(@Nullable String why) {
    return new Slice(
        key,
        state,
        hostId,
        grantId,
        generation,
        settled,
        epoch,
        offlineBlocks,
        totalBlocks,
        why,
        fenced,
        tries);
  }

  Slice tried(int times) {
    return new Slice(
        key,
        state,
        hostId,
        grantId,
        generation,
        settled,
        epoch,
        offlineBlocks,
        totalBlocks,
        cause,
        fenced,
        times);
  }

  private static IllegalArgumentException illegal(SliceKey key, String why) {
    return new IllegalArgumentException("slice " + key + ": " + why);
  }
}
