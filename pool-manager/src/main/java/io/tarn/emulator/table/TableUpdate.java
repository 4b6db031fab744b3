package io.tarn.emulator.table;

import java.util.List;

/**
 * What one request changes in a table; applied whole or not at all.
 *
 * @param highestEpoch the highest epoch that the table has seen, afterwards
 * @param entries the changed entries as they are afterwards, at most one for each slice
 */
public record TableUpdate(long highestEpoch, List<Entry> entries) {

  /** Copies the collection. */
  public TableUpdate {
    entries = List.copyOf(entries);
  }
}
