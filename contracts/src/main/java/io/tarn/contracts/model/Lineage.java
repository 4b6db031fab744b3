package io.tarn.contracts.model;

import io.tarn.contracts.Check;

/**
 * Where a pair comes from: the same three make the same bytes.
 *
 * @param datasetSha256 of the rows that it was trained, calibrated and evaluated on
 * @param seed of everything random
 * @param codeVersion of the trainer
 */
public record Lineage(String datasetSha256, long seed, String codeVersion) {

  /** Checks the texts. */
  public Lineage {
    Check.text("datasetSha256", datasetSha256);
    Check.text("codeVersion", codeVersion);
  }
}
