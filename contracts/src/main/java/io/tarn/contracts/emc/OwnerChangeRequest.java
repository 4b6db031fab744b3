package io.tarn.contracts.emc;

import io.tarn.contracts.Check;
import java.util.List;

/**
 * Changes of owners, each judged by itself, durable together before the answer.
 *
 * @param changes at most one for each slice
 */
public record OwnerChangeRequest(List<OwnerChange> changes) {

  /** Copies the collection. */
  public OwnerChangeRequest {
    changes = Check.items("changes", changes);
  }
}
