package io.tarn.pool.slice;

import io.tarn.contracts.pool.SliceState;

/** One thing that happened to a slice. */
public sealed interface SliceRecord {

  /** The column of the transition table. */
  Kind kind();

  /**
   * The slice after this, given that the transition table lets it get to {@code next}.
   *
   * @throws IllegalMoveException when the slice's details do not allow it
   */
  Slice on(Slice slice, SliceState next);

  /** The kinds of records. */
  enum Kind {
    /** A grant took it. */
    ASSIGNED,
    /** The EMC was read back naming the host. */
    OWNER_SET,
    /** The host sees it online. */
    ONLINE_SEEN,
    /** The host would not bring it online. */
    ONLINE_REFUSED,
    /** The host lost it without having been asked to give it up. */
    DROPPED,
    /** The host booted anew: nothing of it is online, and nothing is pinned. */
    HOST_REBOOTED,
    /** Its grant is to be released. */
    RELEASE_ASKED,
    /** The host has so many blocks offline. */
    OFFLINE_SEEN,
    /** The host cannot take some blocks offline. */
    STUCK,
    /** Somebody asks back a quarantined slice again. */
    REPAIR_STARTED,
    /** A quarantined slice is asked back again by itself. */
    RECALLED,
    /** The EMC was read back naming nobody. */
    OWNER_CLEARED,
    /** The EMC has erased it. */
    SCRUBBED,
    /** Its EMC has failed. */
    EMC_FAILED,
    /** An entry that another hand changed is taken over, to be cleared and erased. */
    ENTRY_TAKEN_OVER,
    /** Its host is fenced: its owner is to be cleared without the host. */
    FENCED,
    /** Its host is not fenced any more before the owner was cleared. */
    FENCE_LIFTED,
    /** The EMC's replacement was read back naming nobody, above every generation of the old one. */
    EMC_REPLACED
  }

  /** A grant took it for a host. */
  record Assigned(String hostId, String grantId) implements SliceRecord {
    @Override
    public Kind kind() {
      return Kind.ASSIGNED;
    }

    @Override
    public Slice on(Slice slice, SliceState next) {
      return slice.handedTo(next, hostId, grantId).entry(slice.generation(), false, slice.epoch());
    }
  }

  /**
   * The EMC's entry was read back with the host as the owner.
   *
   * @param generation of the entry
   * @param epoch of the leader that read it
   */
  record OwnerSet(long generation, long epoch) implements SliceRecord {
    @Override
    public Kind kind() {
      return Kind.OWNER_SET;
    }

    @Override
    public Slice on(Slice slice, SliceState next) {
      IllegalMoveException.unless(!slice.settled(), slice, this);
      IllegalMoveException.unless(generation > slice.generation(), slice, this);
      IllegalMoveException.unless(epoch >= slice.epoch(), slice, this);
      return slice.entry(generation, true, epoch).to(next);
    }
  }

  /**
   * The host sees every block online.
   *
   * @param totalBlocks blocks of the slice on that host
   */
  record OnlineSeen(int totalBlocks) implements SliceRecord {
    @Override
    public Kind kind() {
      return Kind.ONLINE_SEEN;
    }

    @Override
    public Slice on(Slice slice, SliceState next) {
      IllegalMoveException.unless(slice.settled(), slice, this);
      return slice.blocks(0, totalBlocks).because(null).to(next);
    }
  }

  /**
   * The host did not find itself in the EMC's table.
   *
   * @param cause in the host's words
   */
  record OnlineRefused(String cause) implements SliceRecord {
    @Override
    public Kind kind() {
      return Kind.ONLINE_REFUSED;
    }

    @Override
    public Slice on(Slice slice, SliceState next) {
      return slice.because(cause).to(next);
    }
  }

  /** The host lost it without having been asked to. */
  record Dropped() implements SliceRecord {
    @Override
    public Kind kind() {
      return Kind.DROPPED;
    }

    @Override
    public Slice on(Slice slice, SliceState next) {
      return slice.to(next);
    }
  }

  /** The host booted anew; what it had offline before counts no more. */
  record HostRebooted() implements SliceRecord {
    @Override
    public Kind kind() {
      return Kind.HOST_REBOOTED;
    }

    @Override
    public Slice on(Slice slice, SliceState next) {
      // why an EMC counts as failed is not for a host's boot to take back
      String cause = next == SliceState.LOST ? slice.cause() : null;
      return slice.blocks(0, slice.totalBlocks()).because(cause).tried(0).to(next, false);
    }
  }

  /** Its grant is to be released. */
  record ReleaseAsked() implements SliceRecord {
    @Override
    public Kind kind() {
      return Kind.RELEASE_ASKED;
    }

    @Override
    public Slice on(Slice slice, SliceState next) {
      return slice.because(null).to(next);
    }
  }

  /** The host has {@code offlineBlocks} of {@code totalBlocks} offline. */
  record OfflineSeen(int offlineBlocks, int totalBlocks) implements SliceRecord {
    @Override
    public Kind kind() {
      return Kind.OFFLINE_SEEN;
    }

    @Override
    public Slice on(Slice slice, SliceState next) {
      IllegalMoveException.unless(slice.settled(), slice, this);
      return slice.blocks(offlineBlocks, totalBlocks).to(next);
    }
  }

  /** The host cannot take more than {@code offlineBlocks} offline, for a cause. */
  record Stuck(int offlineBlocks, int totalBlocks, String cause) implements SliceRecord {
    @Override
    public Kind kind() {
      return Kind.STUCK;
    }

    @Override
    public Slice on(Slice slice, SliceState next) {
      IllegalMoveException.unless(slice.settled(), slice, this);
      return slice.blocks(offlineBlocks, totalBlocks).because(cause).to(next);
    }
  }

  /** A quarantined slice goes the way back again; what was tried before counts no more. */
  record RepairStarted() implements SliceRecord {
    @Override
    public Kind kind() {
      return Kind.REPAIR_STARTED;
    }

    @Override
    public Slice on(Slice slice, SliceState next) {
      return slice.because(null).tried(0).to(next);
    }
  }

  /** A quarantined slice is asked back once more, which counts. */
  record Recalled() implements SliceRecord {
    @Override
    public Kind kind() {
      return Kind.RECALLED;
    }

    @Override
    public Slice on(Slice slice, SliceState next) {
      IllegalMoveException.unless(slice.settled() && !slice.fenced(), slice, this);
      return slice.because(null).tried(slice.tries() + 1).to(next);
    }
  }

  /**
   * The EMC's entry was read back without an owner.
   *
   * @param generation of the entry
   * @param epoch of the leader that read it
   */
  record OwnerCleared(long generation, long epoch) implements SliceRecord {
    @Override
    public Kind kind() {
      return Kind.OWNER_CLEARED;
    }

    @Override
    public Slice on(Slice slice, SliceState next) {
      IllegalMoveException.unless(
          slice.givenUp() || slice.fenced() || !slice.settled(), slice, this);
      IllegalMoveException.unless(generation > slice.generation(), slice, this);
      IllegalMoveException.unless(epoch >= slice.epoch(), slice, this);
      return slice.entry(generation, true, epoch).handedTo(next, null, slice.grantId());
    }
  }

  /**
   * The EMC has erased it.
   *
   * @param epoch of the leader that asked for it
   */
  record Scrubbed(long epoch) implements SliceRecord {
    @Override
    public Kind kind() {
      return Kind.SCRUBBED;
    }

    @Override
    public Slice on(Slice slice, SliceState next) {
      IllegalMoveException.unless(slice.settled() && epoch >= slice.epoch(), slice, this);
      return slice.handedTo(next, null, null).entry(slice.generation(), true, epoch);
    }
  }

  /**
   * Its EMC has failed. Who held it and how many blocks are offline stays known: its host must let
   * go of it all the same.
   *
   * @param cause why the EMC counts as failed
   */
  record EmcFailed(String cause) implements SliceRecord {
    @Override
    public Kind kind() {
      return Kind.EMC_FAILED;
    }

    @Override
    public Slice on(Slice slice, SliceState next) {
      return slice.because(cause).to(next);
    }
  }

  /**
   * The entry of the EMC's replacement was read back without an owner.
   *
   * @param generation of the entry, at least {@link #firstGeneration}
   * @param epoch of the leader that read it
   */
  record EmcReplaced(long generation, long epoch) implements SliceRecord {

    /**
     * The first generation of a slice on a replacement that neither the old table nor a host can
     * have seen: a change that was under way when the old one failed may have raised it by one.
     */
    public static long firstGeneration(Slice lost) {
      return lost.generation() + 2;
    }

    @Override
    public Kind kind() {
      return Kind.EMC_REPLACED;
    }

    @Override
    public Slice on(Slice slice, SliceState next) {
      IllegalMoveException.unless(slice.letGo(), slice, this);
      IllegalMoveException.unless(generation >= firstGeneration(slice), slice, this);
      IllegalMoveException.unless(epoch >= slice.epoch(), slice, this);
      return slice.entry(generation, true, epoch).handedTo(next, null, slice.grantId());
    }
  }

  /**
   * Its host is fenced. Of a slice that is LOST this stands for the host's having let go of it.
   *
   * @param reason why the host is fenced
   */
  record Fenced(String reason) implements SliceRecord {
    @Override
    public Kind kind() {
      return Kind.FENCED;
    }

    @Override
    public Slice on(Slice slice, SliceState next) {
      String cause = next == SliceState.LOST ? slice.cause() : "fencing: " + reason;
      return slice.to(next, true).because(cause);
    }
  }

  /** Its host is not fenced any more; what was not cleared goes the host's way. */
  record FenceLifted() implements SliceRecord {
    @Override
    public Kind kind() {
      return Kind.FENCE_LIFTED;
    }

    @Override
    public Slice on(Slice slice, SliceState next) {
      IllegalMoveException.unless(slice.fenced() && slice.settled(), slice, this);
      String cause = next == SliceState.LOST ? slice.cause() : null;
      return slice.to(next, false).because(cause);
    }
  }

  /**
   * Its entry was changed by another hand and is taken over as it was found: whoever is in it is to
   * be cleared, and the slice erased, before it is used.
   *
   * @param generation at which the entry was found, not below the record's
   */
  record EntryTakenOver(long generation) implements SliceRecord {
    @Override
    public Kind kind() {
      return Kind.ENTRY_TAKEN_OVER;
    }

    @Override
    public Slice on(Slice slice, SliceState next) {
      IllegalMoveException.unless(slice.unused(), slice, this);
      IllegalMoveException.unless(generation >= slice.generation(), slice, this);
      return slice.handedTo(next, null, slice.grantId()).entry(generation, false, slice.epoch());
    }
  }
}
