package io.tarn.pool.audit;

import io.tarn.contracts.pool.RepairPlan;
import io.tarn.contracts.pool.RepairStep;
import java.util.List;

/** What becomes of carrying out a plan. */
public sealed interface RepairOutcome {

  /** It was carried out, by this call or by an earlier one. */
  record Executed(RepairPlan plan) implements RepairOutcome {}

  /** Something is not as it was shown any more; nothing was done. */
  record Outdated(List<RepairStep> changed) implements RepairOutcome {

    /** Copies the collection. */
    public Outdated {
      changed = List.copyOf(changed);
    }
  }

  /** There is no such plan. */
  record NoPlan() implements RepairOutcome {}
}
