package io.tarn.contracts.emc;

import java.util.List;

/**
 * The whole table of an EMC.
 *
 * @param capacityGiB its slices
 * @param highestEpoch the highest epoch that any change carried; a lower one is refused
 * @param entries by slice
 */
public record TableView(int capacityGiB, long highestEpoch, List<TableEntry> entries) {

  /** Copies the collection. */
  public TableView {
    entries = List.copyOf(entries);
  }
}
