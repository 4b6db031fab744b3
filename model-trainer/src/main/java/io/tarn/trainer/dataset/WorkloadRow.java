package io.tarn.trainer.dataset;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import io.tarn.contracts.feature.CounterFeatures;
import java.util.List;

/**
 * A workload's counters on one day, and how much it slows down.
 *
 * @param workloadId {@code {customer}/{workload}}
 * @param dayStartMillis start of the UTC day, epoch milliseconds
 * @param features means over its trusted windows, in order of {@link CounterFeatures#NAMES}
 * @param slowdownPercent against all-local memory, in the scenario of the dataset
 */
public record WorkloadRow(
    String workloadId, long dayStartMillis, List<Float> features, float slowdownPercent) {

  /** Checks that every number is one. */
  public WorkloadRow {
    Check.text("workload_id", workloadId);
    Check.range("day_start_millis", dayStartMillis, 0, Check.LATEST_MILLIS);
    features = List.copyOf(features);
    CounterFeatures.SCHEMA.vector(CounterFeatures.VERSION, features);
    if (!Float.isFinite(slowdownPercent)) {
      throw new InvalidField("slowdown_percent", Float.toString(slowdownPercent), "a number");
    }
  }

  /** When the day is over and its windows are known. */
  long knownAtMillis() {
    return dayStartMillis + Folds.DAY_MILLIS;
  }

  /** The features as the forest takes them. */
  public float[] vector() {
    return CounterFeatures.SCHEMA.vector(CounterFeatures.VERSION, features);
  }
}
