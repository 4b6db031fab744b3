package io.tarn.trainer.dataset;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import io.tarn.contracts.model.Scenario;

/**
 * How much a workload slowed down with all its memory on the pool, measured.
 *
 * @param workloadId {@code {customer}/{workload}}
 * @param scenario 182 or 222
 * @param slowdownPercent against all-local memory, -100..100000
 */
public record SensitivityRun(String workloadId, int scenario, float slowdownPercent) {

  /** Checks the ranges. */
  public SensitivityRun {
    Check.text("workloadId", workloadId);
    int slash = workloadId.indexOf('/');
    if (slash < 1 || slash == workloadId.length() - 1) {
      throw new InvalidField(
          "workloadId", Check.quoted(workloadId), "{customer}/{workload}, neither empty");
    }
    Scenario.check("scenario", scenario);
    if (!(slowdownPercent >= -100 && slowdownPercent <= 100_000)) {
      throw new InvalidField("slowdownPercent", Float.toString(slowdownPercent), "-100..100000");
    }
  }
}
