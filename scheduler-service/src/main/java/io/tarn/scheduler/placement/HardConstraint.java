package io.tarn.scheduler.placement;

import java.util.Optional;

/** Must hold for a VM to be placed. */
interface HardConstraint {

  /** Why the candidate is none; empty: it is one. */
  Optional<Miss> check(Candidate candidate, Tried tried);
}
