package io.tarn.contracts.emc;

import io.tarn.contracts.Check;
import java.util.List;
import java.util.UUID;

/**
 * The whole table of an EMC.
 *
 * @param deviceId the device's own, made with it and kept for as long as it exists, wherever it
 *     answers
 * @param capacityGiB its slices
 * @param highestEpoch the highest epoch that any change carried; a lower one is refused
 * @param entries by slice
 */
public record TableView(
    UUID deviceId, int capacityGiB, long highestEpoch, List<TableEntry> entries) {

  /** Checks that the device says which one it is, copies the collection. */
  public TableView {
    Check.present("deviceId", deviceId, "the UUID of the device");
    entries = List.copyOf(entries);
  }
}
