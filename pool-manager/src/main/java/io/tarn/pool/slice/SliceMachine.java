package io.tarn.pool.slice;

import io.tarn.contracts.pool.Observation;
import io.tarn.contracts.pool.SliceState;
import io.tarn.pool.slice.SliceRecord.HostRebooted;
import io.tarn.pool.slice.SliceRecord.ReleaseAsked;
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
 *   |              |     repair, reboot         |
 *   |              v                            |
 *   |          OFFLINING (n of m) --------------+
 *   |              |                host: stuck
 *   |              | m of m, owner cleared, read back
 *   |  scrubbed    v
 *   +---------- SCRUBBING
 * </pre>
 *
 * {@link SliceState#LOST} is the state of a slice whose EMC has failed; nothing leads there yet.
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
      case ONLINE, OFFLINING, QUARANTINED -> List.of(new HostRebooted());
      case FREE, ASSIGNED, RELEASING, SCRUBBING, LOST -> List.of();
    };
  }

  /**
   * What a host's observation of a slice does to it.
   *
   * @param hostId who observed it, in its current boot
   * @param blocks memory blocks of a slice on that host
   */
  public static Verdict observe(Slice slice, Observation seen, String hostId, int blocks) {
    if (!hostId.equals(slice.hostId())) {
      return Verdict.refused("the slice is not of host " + hostId);
    }
    if (seen.generation() != slice.generation() || !slice.settled()) {
      return Verdict.refused("the slice is at generation " + slice.generation());
    }
    if (seen.totalBlocks() != blocks) {
      return Verdict.refused("a slice has " + blocks + " blocks on this host");
    }
    return Observing.judge(slice, seen);
  }
}
