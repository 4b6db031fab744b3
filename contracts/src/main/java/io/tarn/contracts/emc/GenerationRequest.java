package io.tarn.contracts.emc;

import io.tarn.contracts.Check;
import java.util.List;

/**
 * Raises generations of entries that have no owner, for a device that takes another's place; an
 * entry that has an owner, or that is there already, stays as it is.
 *
 * @param epoch of the leader that asks; refused below the highest that the table has seen
 * @param floors at most one for each slice
 */
public record GenerationRequest(long epoch, List<GenerationFloor> floors) {

  /** Checks the ranges, copies the collection. */
  public GenerationRequest {
    Check.range("epoch", epoch, 1, Long.MAX_VALUE);
    floors = Check.items("floors", floors);
  }
}
