package io.tarn.trainer.run;

import io.tarn.contracts.model.Artifact;
import io.tarn.contracts.model.Figures;
import io.tarn.contracts.model.Manifest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a training made.
 *
 * @param manifest of the new pair
 * @param artifact of the new pair
 * @param serving figures of the serving pair on the same VMs; absent when none serves
 * @param servingKeepsBudget whether it does on those
 * @param objection why it must not serve; absent when it may
 */
public record TrainedPair(
    Manifest manifest,
    Artifact artifact,
    @Nullable Figures serving,
    boolean servingKeepsBudget,
    @Nullable String objection) {

  /** Why it must not serve. */
  public Optional<String> objected() {
    return Optional.ofNullable(objection);
  }
}
