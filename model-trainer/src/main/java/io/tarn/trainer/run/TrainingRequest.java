package io.tarn.trainer.run;

import io.tarn.contracts.model.Scenario;

/**
 * Asks for a training.
 *
 * @param scenario 182 or 222
 * @param seed of everything random
 * @param promote whether a pair that passes the gate serves at once
 */
public record TrainingRequest(int scenario, long seed, boolean promote) {

  /** Checks the scenario. */
  public TrainingRequest {
    Scenario.check("scenario", scenario);
  }
}
