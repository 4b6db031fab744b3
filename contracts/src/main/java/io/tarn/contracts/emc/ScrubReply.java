package io.tarn.contracts.emc;

import java.util.List;

/**
 * The slices that were erased.
 *
 * @param scrubbed their numbers; one that is missing had an owner, another generation or the epoch
 *     was stale
 */
public record ScrubReply(List<Integer> scrubbed) {

  /** Copies the collection. */
  public ScrubReply {
    scrubbed = List.copyOf(scrubbed);
  }
}
