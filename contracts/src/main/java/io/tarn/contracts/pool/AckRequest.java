package io.tarn.contracts.pool;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import java.util.List;

/**
 * Observations of one boot of a host.
 *
 * @param bootId the boot in which they were made; those of another boot are refused
 * @param observations 1..4096 of them
 */
public record AckRequest(String bootId, List<Observation> observations) {

  private static final int MOST = 4096;

  /** Checks the ranges. */
  public AckRequest {
    Check.id("bootId", bootId);
    observations = Check.items("observations", observations);
    if (observations.isEmpty() || observations.size() > MOST) {
      throw new InvalidField("observations", observations.size() + " of them", "1.." + MOST);
    }
  }
}
