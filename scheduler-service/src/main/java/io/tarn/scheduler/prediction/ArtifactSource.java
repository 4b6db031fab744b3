package io.tarn.scheduler.prediction;

import io.tarn.contracts.model.Artifact;
import java.util.Optional;

/** Where the bytes of a pair come from. */
public interface ArtifactSource {

  /** The bytes of a pair; empty when there is no answer now. */
  Optional<Artifact> fetch(String pairId);
}
