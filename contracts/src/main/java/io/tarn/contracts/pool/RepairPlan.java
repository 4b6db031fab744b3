package io.tarn.contracts.pool;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A repair as it is shown before it is made; it is made as it was shown or not at all.
 *
 * @param planId names it
 * @param poolId the pool; absent when grants of several may be concerned
 * @param createdAtMillis when it was made up, milliseconds since 1970
 * @param executedAtMillis when it was carried out; absent while it was not
 * @param steps what is done, all in one transaction
 */
public record RepairPlan(
    String planId,
    @Nullable String poolId,
    long createdAtMillis,
    @Nullable Long executedAtMillis,
    List<RepairStep> steps) {

  /** Copies the collection. */
  public RepairPlan {
    steps = List.copyOf(steps);
  }
}
