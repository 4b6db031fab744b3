package io.tarn.pool.device;

import io.tarn.contracts.emc.OwnerChange;
import io.tarn.contracts.emc.TableEntry;
import io.tarn.pool.slice.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The calls that one pass makes to a device. Pure.
 *
 * @param changes owners to set and to clear, at most one for each slice
 * @param scrubs slices to erase
 */
record DevicePlan(List<OwnerChange> changes, List<TableEntry> scrubs) {

  DevicePlan {
    changes = List.copyOf(changes);
    scrubs = List.copyOf(scrubs);
  }

  /**
   * The calls that slices need next.
   *
   * @param ports port numbers by host
   * @param epoch of the leader that makes them
   */
  static DevicePlan of(List<Slice> work, Map<String, Integer> ports, long epoch) {
    List<OwnerChange> changes = new ArrayList<>();
    List<TableEntry> scrubs = new ArrayList<>();
    for (Slice slice : work) {
      Expectation expected = Expectation.of(slice, ports);
      if (expected != null && expected.changes()) {
        changes.add(
            new OwnerChange(
                slice.key().number(),
                expected.before().owner(),
                expected.before().generation(),
                expected.after().owner(),
                epoch));
      } else if (expected != null) {
        scrubs.add(expected.before());
      }
    }
    return new DevicePlan(changes, scrubs);
  }

  boolean isEmpty() {
    return changes.isEmpty() && scrubs.isEmpty();
  }
}
