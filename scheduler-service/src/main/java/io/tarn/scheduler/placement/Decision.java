package io.tarn.scheduler.placement;

import java.util.List;

/** The engine's answer. */
public sealed interface Decision {

  /** What was seen and weighed. */
  Trace trace();

  /**
   * There is a place.
   *
   * @param chosen the best one
   */
  record Placed(ScoredCandidate chosen, Trace trace) implements Decision {

    /** Where the VM goes. */
    public Place place() {
      return chosen.place();
    }
  }

  /** There is none. */
  record NoFit(Trace trace) implements Decision {

    /** Why, the reason that ruled out most hosts first. */
    public List<Rejection> reasons() {
      return trace.rejections();
    }
  }
}
