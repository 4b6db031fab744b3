package io.tarn.scheduler.placement;

import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A feasible place and how much it is preferred.
 *
 * @param place the place
 * @param hostVersion the version of the host that the constraints were checked against
 * @param score 0..1, the weighted mean of the scores
 * @param scores each score by name
 */
public record ScoredCandidate(
    Place place, long hostVersion, double score, Map<String, Double> scores) {

  /** The best first; equal ones in the order of their names, so that a decision can be repeated. */
  static final Comparator<ScoredCandidate> BEST_FIRST =
      Comparator.comparingDouble(ScoredCandidate::score)
          .reversed()
          .thenComparing(scored -> scored.place().hostId())
          .thenComparing(scored -> String.valueOf(scored.place().poolId()));

  /** Copies the collection, keeping its order. */
  public ScoredCandidate {
    scores = Collections.unmodifiableMap(new LinkedHashMap<>(scores));
  }
}
