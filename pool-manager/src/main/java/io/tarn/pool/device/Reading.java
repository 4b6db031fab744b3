package io.tarn.pool.device;

import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.pool.SliceState;
import io.tarn.pool.slice.Slice;
import io.tarn.pool.slice.SliceRecord;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an entry that was read back means for a slice as it is now. */
sealed interface Reading {

  /** The step is done. */
  record Done(SliceRecord record) implements Reading {}

  /** The device has not made the step, whatever it said; it is to be made again. */
  record Undone() implements Reading {}

  /** The slice needs nothing of the device any more. */
  record Moot() implements Reading {}

  /** The entry is neither as it was nor as it should become; someone must look. */
  record Differs(Expectation expected, @Nullable TableEntry found) implements Reading {}

  /**
   * The slice was given to a host with data in it: the device lost what it had erased. It does not
   * reach the host; someone must look.
   */
  record Unclean(TableEntry given, long since) implements Reading {}

  /**
   * Reads an entry.
   *
   * @param slice as it is now, locked
   * @param found the entry read back after the call; {@code null} when the device has none
   * @param dirtySince the generation of the first owner whose data may be in it; {@code null} when
   *     it is erased
   * @param epoch of the leader that read it
   */
  static Reading of(
      Slice slice,
      @Nullable TableEntry found,
      @Nullable Long dirtySince,
      Map<String, Integer> ports,
      long epoch) {
    Expectation expected = Expectation.of(slice, ports);
    if (expected == null) {
      return new Moot();
    }
    if (slice.state() == SliceState.LOST) {
      return renewed(expected, found, epoch);
    }
    if (!expected.changes()) {
      return scrubbed(expected, found, dirtySince, epoch);
    }
    if (found != null && expected.after().equals(found)) {
      long generation = expected.after().generation();
      if (slice.state() == SliceState.ASSIGNED && dirtySince != null && dirtySince < generation) {
        return new Unclean(found, dirtySince);
      }
      return new Done(
          expected.after().owner() == null
              ? new SliceRecord.OwnerCleared(generation, epoch)
              : new SliceRecord.OwnerSet(generation, epoch));
    }
    if (DevicePlan.takenOver(slice) && found != null && found.generation() == slice.generation()) {
      return new Undone();
    }
    if (slice.state() == SliceState.QUARANTINED
        && !slice.settled()
        && Expectation.ownerSet(slice, ports).equals(found)) {
      // the call that was to give it to its host came first; it is taken back next
      return new Done(new SliceRecord.OwnerSet(slice.generation() + 1, epoch));
    }
    return expected.before().equals(found) ? new Undone() : new Differs(expected, found);
  }

  private static Reading renewed(Expectation expected, @Nullable TableEntry found, long epoch) {
    if (found == null || found.owner() != null) {
      return new Differs(expected, found);
    }
    return found.generation() < expected.after().generation()
        ? new Undone()
        : new Done(new SliceRecord.EmcReplaced(found.generation(), epoch));
  }

  private static Reading scrubbed(
      Expectation expected, @Nullable TableEntry found, @Nullable Long dirtySince, long epoch) {
    if (!expected.before().equals(found)) {
      return new Differs(expected, found);
    }
    return dirtySince == null ? new Done(new SliceRecord.Scrubbed(epoch)) : new Undone();
  }
}
