package io.tarn.pool.slice;

import io.tarn.contracts.pool.Observation;
import io.tarn.contracts.pool.SliceState;
import io.tarn.pool.slice.SliceRecord.Dropped;
import io.tarn.pool.slice.SliceRecord.OfflineSeen;
import io.tarn.pool.slice.SliceRecord.OnlineRefused;
import io.tarn.pool.slice.SliceRecord.OnlineSeen;
import io.tarn.pool.slice.SliceRecord.RepairStarted;
import io.tarn.pool.slice.SliceRecord.Stuck;

/** What each observation means in each state, given that host, boot and generation are right. */
final class Observing {

  private Observing() {}

  static Verdict judge(Slice slice, Observation seen) {
    return switch (seen.seen()) {
      case ONLINE -> online(slice, seen);
      case OFFLINING -> offlining(slice, seen);
      case OFFLINE -> offline(slice, seen);
      case STUCK -> stuck(slice, seen);
      case REFUSED -> refused(slice, seen);
    };
  }

  private static Verdict online(Slice slice, Observation seen) {
    // what its VM does not use may be offline before it leaves; nothing counts as given back by
    // that
    boolean drained = slice.state() == SliceState.ONLINE;
    if (seen.offlineBlocks() != 0 && !(drained && seen.offlineBlocks() < seen.totalBlocks())) {
      return Verdict.refused("ONLINE with " + seen.offlineBlocks() + " blocks offline");
    }
    return switch (slice.state()) {
      case ASSIGNED -> Verdict.applied(new OnlineSeen(seen.totalBlocks()));
      case ONLINE -> Verdict.repeated();
      // never back: the release was asked for after the host was told to bring it online
      case RELEASING, OFFLINING, QUARANTINED, FREE, SCRUBBING, LOST -> notIn(slice);
    };
  }

  private static Verdict offlining(Slice slice, Observation seen) {
    if (seen.offlineBlocks() == seen.totalBlocks()) {
      return offline(slice, seen);
    }
    return switch (slice.state()) {
      case RELEASING -> isOlder(slice, seen) ? Verdict.repeated() : Verdict.applied(progress(seen));
      case OFFLINING ->
          seen.offlineBlocks() > slice.offlineBlocks() || slice.totalBlocks() != seen.totalBlocks()
              ? Verdict.applied(progress(seen))
              : Verdict.repeated();
      case QUARANTINED ->
          seen.offlineBlocks() > slice.offlineBlocks()
              ? Verdict.applied(new RepairStarted(), progress(seen))
              : Verdict.repeated();
      case LOST -> lettingGo(slice, seen);
      case ASSIGNED, ONLINE, FREE, SCRUBBING -> notIn(slice);
    };
  }

  private static Verdict offline(Slice slice, Observation seen) {
    if (seen.offlineBlocks() != seen.totalBlocks()) {
      return Verdict.refused(
          "OFFLINE with " + seen.offlineBlocks() + " of " + seen.totalBlocks() + " blocks offline");
    }
    return switch (slice.state()) {
      case RELEASING -> Verdict.applied(progress(seen));
      case OFFLINING -> slice.givenUp() ? Verdict.repeated() : Verdict.applied(progress(seen));
      case QUARANTINED -> Verdict.applied(new RepairStarted(), progress(seen));
      // nobody asked for it: the host lost it, and is told again
      case ONLINE -> Verdict.applied(new Dropped());
      case ASSIGNED -> Verdict.repeated();
      case LOST -> lettingGo(slice, seen);
      case FREE, SCRUBBING -> notIn(slice);
    };
  }

  /** Blocks of a failed EMC only ever go; the cause stays the EMC's, whatever holds the host up. */
  private static Verdict lettingGo(Slice slice, Observation seen) {
    return seen.offlineBlocks() > slice.offlineBlocks() || slice.totalBlocks() == 0
        ? Verdict.applied(progress(seen))
        : Verdict.repeated();
  }

  private static Verdict stuck(Slice slice, Observation seen) {
    if (seen.offlineBlocks() == seen.totalBlocks()) {
      return Verdict.refused("STUCK with every block offline");
    }
    Stuck stuck = new Stuck(seen.offlineBlocks(), seen.totalBlocks(), String.valueOf(seen.cause()));
    return switch (slice.state()) {
      case RELEASING -> isOlder(slice, seen) ? Verdict.repeated() : Verdict.applied(stuck);
      case OFFLINING -> {
        if (slice.givenUp()) {
          yield notIn(slice);
        }
        yield isOlder(slice, seen) ? Verdict.repeated() : Verdict.applied(stuck);
      }
      case QUARANTINED -> {
        boolean known =
            stuck.cause().equals(slice.cause()) && stuck.offlineBlocks() == slice.offlineBlocks();
        yield known || isOlder(slice, seen) ? Verdict.repeated() : Verdict.applied(stuck);
      }
      case LOST -> lettingGo(slice, seen);
      case ASSIGNED, ONLINE, FREE, SCRUBBING -> notIn(slice);
    };
  }

  private static Verdict refused(Slice slice, Observation seen) {
    String cause = String.valueOf(seen.cause());
    return switch (slice.state()) {
      case ASSIGNED ->
          cause.equals(slice.cause())
              ? Verdict.repeated()
              : Verdict.applied(new OnlineRefused(cause));
      case RELEASING, OFFLINING, QUARANTINED, ONLINE, FREE, SCRUBBING, LOST -> notIn(slice);
    };
  }

  /**
   * Whether less is offline than is known: on the way back a host only ever takes blocks offline,
   * so the report is from before.
   */
  private static boolean isOlder(Slice slice, Observation seen) {
    return slice.totalBlocks() == seen.totalBlocks()
        && seen.offlineBlocks() < slice.offlineBlocks();
  }

  private static OfflineSeen progress(Observation seen) {
    return new OfflineSeen(seen.offlineBlocks(), seen.totalBlocks());
  }

  private static Verdict notIn(Slice slice) {
    return Verdict.refused("the slice is " + slice.state());
  }
}
