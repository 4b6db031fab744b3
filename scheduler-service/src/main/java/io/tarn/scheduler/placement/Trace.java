package io.tarn.scheduler.placement;

import io.tarn.scheduler.prediction.Prediction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a decision saw and weighed; kept with the VM.
 *
 * @param policy the policy that gave the ceiling
 * @param ceilingGiB how much could have come from a pool
 * @param ceilingReason why so much
 * @param prediction what the ceiling rests on; absent where no model was asked
 * @param split how amounts under the ceiling were tried
 * @param hostViewAgeMillis how old the view of the hosts was
 * @param poolViewAgeMillis how old the view of the pools was
 * @param hosts how many hosts were looked at
 * @param candidates how many places were feasible at the amount that was chosen
 * @param best the best few of them
 * @param rejections why hosts were ruled out, over all amounts tried
 * @param earlier how earlier attempts of the same VM ended
 */
public record Trace(
    String policy,
    int ceilingGiB,
    String ceilingReason,
    @Nullable Prediction prediction,
    String split,
    long hostViewAgeMillis,
    long poolViewAgeMillis,
    int hosts,
    int candidates,
    List<ScoredCandidate> best,
    List<Rejection> rejections,
    List<String> earlier) {

  /** Copies the collections. */
  public Trace {
    best = List.copyOf(best);
    rejections = List.copyOf(rejections);
    earlier = List.copyOf(earlier);
  }
}
