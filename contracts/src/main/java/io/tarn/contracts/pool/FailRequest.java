package io.tarn.contracts.pool;

import io.tarn.contracts.Check;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;

/**
 * Declares the EMC of a pool failed: its memory is gone.
 *
 * @param reason why, in the words of whoever decided it; kept with everything that is lost
 * @param incarnation of the pool that is meant, so that a request that comes late does not fail a
 *     replacement; absent for the present one
 */
public record FailRequest(String reason, @Min(1) @Nullable Integer incarnation) {

  /** Checks the ranges. */
  public FailRequest {
    Check.text("reason", reason);
    if (incarnation != null) {
      Check.range("incarnation", incarnation, 1, Integer.MAX_VALUE);
    }
  }
}
