package io.tarn.contracts.pool;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a repair: what it would be, or that it be made.
 *
 * @param poolId audits this pool and makes up a plan; absent when a plan is named
 * @param planId the plan that is meant; absent when a pool is
 * @param execute whether the plan is carried out; only shown by default
 */
public record RepairRequest(
    @Nullable String poolId, @Nullable String planId, @Nullable Boolean execute) {

  /** Checks that either a pool or a plan is named. */
  public RepairRequest {
    if ((poolId == null) == (planId == null)) {
      throw new InvalidField("planId", "absent or beside poolId", "either poolId or planId");
    }
    if (poolId != null) {
      Check.id("poolId", poolId);
      if (Boolean.TRUE.equals(execute)) {
        throw new InvalidField("execute", "true without a plan", "true with the planId shown");
      }
    } else {
      Check.id("planId", planId);
    }
  }

  /** Whether the plan is to be carried out. */
  public boolean executes() {
    return Boolean.TRUE.equals(execute);
  }
}
