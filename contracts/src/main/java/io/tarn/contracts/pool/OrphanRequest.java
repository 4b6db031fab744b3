package io.tarn.contracts.pool;

import io.tarn.contracts.Check;
import java.util.List;

/**
 * The grants that a scheduler knows to be live.
 *
 * @param asOfMillis as the manager gave it before the grants were listed; a grant that is not older
 *     is not judged
 * @param live ids of every grant that was live in the list
 */
public record OrphanRequest(long asOfMillis, List<String> live) {

  /** Checks the range, copies the collection. */
  public OrphanRequest {
    Check.range("asOfMillis", asOfMillis, 1, Long.MAX_VALUE);
    live = Check.items("live", live);
  }
}
