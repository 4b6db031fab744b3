package io.tarn.pool.device;

import io.tarn.contracts.emc.GenerationFloor;
import io.tarn.contracts.emc.OwnerChange;
import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.pool.SliceState;
import io.tarn.pool.slice.Slice;
import io.tarn.pool.slice.SliceRecord.EmcReplaced;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The calls that one pass makes to a device. Pure.
 *
 * @param changes owners to set and to clear, at most one for each slice
 * @param scrubs slices to erase
 * @param floors generations that slices of a replacement must reach before they are used again
 */
record DevicePlan(
    List<OwnerChange> changes, List<TableEntry> scrubs, List<GenerationFloor> floors) {

  DevicePlan {
    changes = List.copyOf(changes);
    scrubs = List.copyOf(scrubs);
    floors = List.copyOf(floors);
  }

  /**
   * The calls that slices need next.
   *
   * @param found the entries of slices that were taken over, as they are
   * @param ports port numbers by host
   * @param epoch of the leader that makes them
   */
  static DevicePlan of(
      List<Slice> work, Map<Integer, TableEntry> found, Map<String, Integer> ports, long epoch) {
    List<OwnerChange> changes = new ArrayList<>();
    List<TableEntry> scrubs = new ArrayList<>();
    List<GenerationFloor> floors = new ArrayList<>();
    for (Slice slice : work) {
      if (slice.state() == SliceState.LOST) {
        floors.add(new GenerationFloor(slice.key().number(), EmcReplaced.firstGeneration(slice)));
        continue;
      }
      Expectation expected = Expectation.of(slice, ports);
      if (expected != null && expected.changes()) {
        changes.add(
            new OwnerChange(
                slice.key().number(),
                takenOver(slice) ? owner(found, slice) : expected.before().owner(),
                expected.before().generation(),
                expected.after().owner(),
                epoch));
      } else if (expected != null) {
        scrubs.add(expected.before());
      }
    }
    return new DevicePlan(changes, scrubs, floors);
  }

  /** Whether it gives a slice to a host. */
  boolean gives() {
    return changes.stream().anyMatch(DevicePlan::gives);
  }

  /**
   * The same, but slices that still hold data are erased before they are given to a host.
   *
   * @param dirty slices that hold data
   */
  DevicePlan erasingFirst(Set<Integer> dirty) {
    List<OwnerChange> later = new ArrayList<>();
    List<TableEntry> first = new ArrayList<>(scrubs);
    for (OwnerChange change : changes) {
      if (gives(change) && dirty.contains(change.slice())) {
        first.add(new TableEntry(change.slice(), null, change.expectedGeneration()));
      } else {
        later.add(change);
      }
    }
    return new DevicePlan(later, first, floors);
  }

  private static boolean gives(OwnerChange change) {
    return change.newOwner() != null;
  }

  /** Whether a slice's entry is to be cleared of whoever is in it. */
  static boolean takenOver(Slice slice) {
    return slice.state() == SliceState.SCRUBBING && !slice.settled();
  }

  private static @Nullable Integer owner(Map<Integer, TableEntry> found, Slice slice) {
    TableEntry entry = found.get(slice.key().number());
    return entry == null ? null : entry.owner();
  }

  boolean isEmpty() {
    return changes.isEmpty() && scrubs.isEmpty() && floors.isEmpty();
  }
}
