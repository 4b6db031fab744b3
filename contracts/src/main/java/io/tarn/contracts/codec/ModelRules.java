package io.tarn.contracts.codec;

import io.tarn.contracts.Check;
import io.tarn.contracts.bus.ModelAnnounced;
import io.tarn.contracts.model.Scenario;

/** What must hold in an announcement of a pair before anyone fetches it. */
final class ModelRules {

  private ModelRules() {}

  static void check(ModelAnnounced announced) {
    EventRules.check(announced.getHeader());
    Scenario.check("scenario", announced.getScenario());
    if (!announced.getPairId().isEmpty()) {
      Check.id("pair_id", announced.getPairId());
    }
  }
}
