package io.tarn.scheduler.saga;

import io.tarn.scheduler.placement.Rejection;
import java.util.List;

/** How driving a PENDING VM ended. */
sealed interface DriveEnd {

  /** It is placed or ready, and this is the answer. */
  record Finished(Answer answer) implements DriveEnd {}

  /** It stays PENDING and is tried again later. */
  record Resting() implements DriveEnd {}

  /** It was given up. */
  record GivenUp(List<Rejection> reasons) implements DriveEnd {

    /** Copies the collection. */
    public GivenUp {
      reasons = List.copyOf(reasons);
    }
  }

  /** Someone else moved it. */
  record Overtaken() implements DriveEnd {}
}
