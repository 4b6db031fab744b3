package io.tarn.scheduler.saga;

import io.tarn.scheduler.placement.Rejection;
import io.tarn.scheduler.placement.SizeLimit;
import java.time.Duration;
import java.util.List;

/** What a request for a VM came to. */
public sealed interface Outcome {

  /** The final answer, now or before. */
  record Answered(Answer answer) implements Outcome {}

  /** The VM is accepted and will be placed. */
  record Accepted(Vm vm) implements Outcome {}

  /** The name belonged to a VM that has left. */
  record NameUsed() implements Outcome {}

  /** The name belongs to a VM that was asked for otherwise. */
  record Differs() implements Outcome {}

  /** There is no room now. */
  record NoFit(List<Rejection> reasons) implements Outcome {

    /** Copies the collection. */
    public NoFit {
      reasons = List.copyOf(reasons);
    }
  }

  /** No host could ever hold it. */
  record TooLarge(SizeLimit.TooLarge what) implements Outcome {}

  /** The view of the hosts is too old to act on. */
  record ViewTooOld(Duration age) implements Outcome {}

  /** Others took every place that was chosen. */
  record Contended() implements Outcome {}
}
