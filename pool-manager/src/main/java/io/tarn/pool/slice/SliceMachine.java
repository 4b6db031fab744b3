package io.tarn.pool.slice;

import io.tarn.contracts.pool.Observation;
import io.tarn.contracts.pool.SliceState;
import io.tarn.pool.slice.SliceRecord.EmcFailed;
import io.tarn.pool.slice.SliceRecord.FenceLifted;
import io.tarn.pool.slice.SliceRecord.Fenced;
import io.tarn.pool.slice.SliceRecord.HostRebooted;
import io.tarn.pool.slice.SliceRecord.Recalled;
import io.tarn.pool.slice.SliceRecord.ReleaseAsked;
import io.tarn.pool.slice.SliceRecord.RepairStarted;
import java.util.List;

/**
 * The life of a slice. A command makes records of it; {@link #apply} alone changes it.
 *
 * <pre>
 *         grant            owner set, read back,        release
 *                          host: online
 *  FREE --------&gt; ASSIGNED ----------------&gt; ONLINE -------------+
 *   ^              ^  |                        |                 |
 *   |              |  | release                | reboot, dropped |
 *   |              +--|------------------------+                 |
 *   |                 v                                          |
 *   |             RELEASING &lt;------------------------------------+
 *   |              |    ^  |
 *   |       host:  |    |  | host: stuck
 *   |       n of m |    |  +------------&gt; QUARANTINED
 *   |              |    +------------------|    ^
 *   |              |     recall, repair, reboot |
 *   |              v                            |
 *   |          OFFLINING (n of m) --------------+
 *   |              |                host: stuck
 *   |              | m of m, owner cleared, read back
 *   |  scrubbed    v
 *   +---------- SCRUBBING
 * </pre>
 *
 * From every state an EMC's failure leads to {@link SliceState#LOST}. Once the EMC is replaced, and
 * the host has let go of the slice, it goes on to SCRUBBING:
 *
 * <pre>
 *  any ---EMC failed---&gt; LOST (n of m) ---host: m of m, EMC replaced, read back---&gt; SCRUBBING
 * </pre>
 *
 * A host that is fenced loses its slices without being asked:
 *
 * <pre>
 *  any that it holds ---fenced---&gt; QUARANTINED ---owner cleared, read back---&gt; SCRUBBING
 *                                      | fence lifted, reboot
 *                                      +---------------------&gt; RELEASING
 * </pre>
 */
public final class SliceMachine {

  private SliceMachine() {}

  /**
   * The slice after a record; the only way a slice changes.
   *
   * @throws IllegalMoveException when the state has no such way
   */
  public static Slice apply(Slice slice, SliceRecord record) {
    SliceState next =
        Transitions.next(slice.state(), record.kind())
            .orElseThrow(() -> new IllegalMoveException(slice, record));
    return record.on(slice, next);
  }

  /** What releasing its grant does to a slice; nothing when it is on its way back already. */
  public static List<SliceRecord> release(Slice slice) {
    return switch (slice.state()) {
      case ASSIGNED, ONLINE -> List.of(new ReleaseAsked());
      case FREE, RELEASING, OFFLINING, SCRUBBING, QUARANTINED, LOST -> List.of();
    };
  }

  /**
   * What a new boot of its host does to a slice: what was online is not, what was reported offline
   * must be reported by the new boot, and nothing is pinned any more.
   */
  public static List<SliceRecord> reboot(Slice slice) {
    return switch (slice.state()) {
      case ONLINE, OFFLINING -> List.of(new HostRebooted());
      // what no host was ever told of is cleared to the end
      case QUARANTINED -> slice.settled() ? List.of(new HostRebooted()) : List.of();
      case LOST -> slice.hostId() == null ? List.of() : List.of(new HostRebooted());
      case FREE, ASSIGNED, RELEASING, SCRUBBING -> List.of();
    };
  }

  /**
   * What the failure of its EMC does to a slice.
   *
   * @param cause why the EMC counts as failed
   */
  public static List<SliceRecord> fail(Slice slice, String cause) {
    return slice.state() == SliceState.LOST ? List.of() : List.of(new EmcFailed(cause));
  }

  /**
   * What fencing its host does to a slice; nothing when the host has given it up already.
   *
   * @param reason why the host is fenced
   */
  public static List<SliceRecord> fence(Slice slice, String reason) {
    boolean held =
        switch (slice.state()) {
          case ASSIGNED, ONLINE, RELEASING -> true;
          case OFFLINING -> !slice.givenUp();
          case QUARANTINED -> !slice.fenced();
          case LOST -> !slice.letGo();
          case FREE, SCRUBBING -> false;
        };
    return held ? List.of(new Fenced(reason)) : List.of();
  }

  /**
   * What lifting the fence of its host does to a slice. One that the host was never told of is
   * cleared to the end: it needs no host for that.
   */
  public static List<SliceRecord> liftFence(Slice slice) {
    return slice.fenced() && slice.settled() ? List.of(new FenceLifted()) : List.of();
  }

  /** What asking for it again does to a slice that its host could not give up. */
  public static List<SliceRecord> repair(Slice slice) {
    return slice.state() == SliceState.QUARANTINED && !slice.fenced()
        ? List.of(new RepairStarted())
        : List.of();
  }

  /**
   * What asking for it once more by itself does to a slice that its host could not give up.
   *
   * @param budget how often it may be asked for so
   */
  public static List<SliceRecord> recall(Slice slice, int budget) {
    return slice.state() == SliceState.QUARANTINED && !slice.fenced() && slice.tries() < budget
        ? List.of(new Recalled())
        : List.of();
  }

  /**
   * What a host's observation of a slice does to it.
   *
   * @param hostId who observed it, in its current boot
   * @param blocks memory blocks of a slice on that host
   * @param askedBy the sequence of the newest command that asked the host to give it up; 0 when it
   *     was not asked, or what was seen does not depend on it
   */
  public static Verdict observe(
      Slice slice, Observation seen, String hostId, int blocks, long askedBy) {
    if (!hostId.equals(slice.hostId())) {
      return Verdict.refused("the slice is not of host " + hostId);
    }
    if (seen.generation() != slice.generation() || !slice.settled()) {
      return Verdict.refused("the slice is at generation " + slice.generation());
    }
    if (seen.totalBlocks() != blocks) {
      return Verdict.refused("a slice has " + blocks + " blocks on this host");
    }
    Long answers = seen.commandSequence();
    if (seen.seen() == Observation.Seen.STUCK && answers != null && answers < askedBy) {
      // it was asked again since, and what comes of that is still to be told
      return Verdict.repeated();
    }
    return Observing.judge(slice, seen);
  }
}
