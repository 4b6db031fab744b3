package io.tarn.scheduler.store;

import io.tarn.scheduler.placement.Decision;
import io.tarn.scheduler.placement.Place;
import io.tarn.scheduler.placement.Rejection;
import io.tarn.scheduler.placement.ScoredCandidate;
import io.tarn.scheduler.placement.Trace;
import io.tarn.scheduler.prediction.Prediction;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A decision as it is kept, and as clients see it months later. */
record DecisionDocument(
    String policy,
    int ceilingGiB,
    String ceilingReason,
    @Nullable Prediction prediction,
    String split,
    long hostViewAgeMillis,
    long poolViewAgeMillis,
    int hosts,
    int candidates,
    ScoredPlace chosen,
    List<ScoredPlace> best,
    List<Rejection> rejections,
    List<String> earlier) {

  record ScoredPlace(
      String hostId,
      long localMiB,
      int poolGiB,
      @Nullable String poolId,
      double score,
      Map<String, Double> scores) {

    static ScoredPlace of(ScoredCandidate candidate) {
      Place place = candidate.place();
      return new ScoredPlace(
          place.hostId(),
          place.localMiB(),
          place.poolGiB(),
          place.poolId(),
          candidate.score(),
          candidate.scores());
    }
  }

  static DecisionDocument of(Decision.Placed decision) {
    Trace trace = decision.trace();
    return new DecisionDocument(
        trace.policy(),
        trace.ceilingGiB(),
        trace.ceilingReason(),
        trace.prediction(),
        trace.split(),
        trace.hostViewAgeMillis(),
        trace.poolViewAgeMillis(),
        trace.hosts(),
        trace.candidates(),
        ScoredPlace.of(decision.chosen()),
        trace.best().stream().map(ScoredPlace::of).toList(),
        trace.rejections(),
        trace.earlier());
  }
}
