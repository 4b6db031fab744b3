package io.tarn.contracts.emc;

import io.tarn.contracts.Check;
import java.util.List;

/**
 * Slices to erase; only slices without an owner, at the generation given, are.
 *
 * @param epoch of the leader that asks
 * @param entries the slices with the generation that they must have
 */
public record ScrubRequest(long epoch, List<TableEntry> entries) {

  /** Checks the ranges, copies the collection. */
  public ScrubRequest {
    Check.range("epoch", epoch, 1, Long.MAX_VALUE);
    entries = Check.items("entries", entries);
  }
}
