package io.tarn.scheduler.prediction;

import io.tarn.contracts.model.Artifact;

/** Where the bytes of a pair come from. */
public interface ArtifactSource {

  /**
   * The bytes of a pair.
   *
   * @throws RuntimeException when there is no answer now
   */
  Artifact fetch(String pairId);
}
