package io.tarn.contracts.pool;

import io.tarn.contracts.Check;
import jakarta.validation.constraints.Min;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Puts another EMC in the place of one that failed.
 *
 * @param emc where its driver answers: an http URI without query; its table has no owners
 * @param incarnation of the pool that failed; absent for the present one
 */
public record ReplaceRequest(URI emc, @Min(1) @Nullable Integer incarnation) {

  /** Checks the ranges. */
  public ReplaceRequest {
    PoolSpec.checkEmc(emc);
    if (incarnation != null) {
      Check.range("incarnation", incarnation, 1, Integer.MAX_VALUE);
    }
  }
}
