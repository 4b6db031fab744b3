package io.tarn.telemetry.frontend;

import java.util.List;
import java.util.Optional;

/** Looks at front ends. */
public interface FrontEndQueries {

  /** Front ends after a name, in the order of names. */
  List<FrontEndView> frontEnds(String after, int limit);

  /** One front end. */
  Optional<FrontEndView> frontEnd(String frontEndId);

  /** Epochs of a front end after one, oldest first. */
  List<EpochView> epochs(String frontEndId, long afterIncarnation, long afterEpoch, int limit);
}
