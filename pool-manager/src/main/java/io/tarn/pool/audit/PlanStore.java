package io.tarn.pool.audit;

import io.tarn.contracts.pool.RepairPlan;
import io.tarn.contracts.pool.RepairStep;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Plans as they were shown. */
public interface PlanStore {

  /** Keeps a plan. */
  RepairPlan keep(String planId, @Nullable String poolId, List<RepairStep> steps);

  /** A plan by name. */
  Optional<RepairPlan> find(String planId);
}
