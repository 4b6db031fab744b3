package io.tarn.scheduler.saga;

import io.tarn.scheduler.placement.Tried;

/** What to do with a PENDING VM next. */
public sealed interface NextStep {

  /** Note that its grant is committed. */
  record Place() implements NextStep {}

  /** Find another place. */
  record Elsewhere(Tried tried) implements NextStep {}

  /** Keep the attempt and try again later; a client that waits is told that it is accepted. */
  record Rest() implements NextStep {}

  /** Give it up; a client that waits is told why. */
  record Refuse() implements NextStep {}
}
