package io.tarn.contracts.pool;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.net.URI;

/**
 * A pool as an administrator declares it.
 *
 * @param capacityGiB slices of 1 GiB, 1..1024, as large as the EMC's own table
 * @param emc where the EMC's driver answers: an http URI without query
 */
public record PoolSpec(@Min(1) @Max(PoolSpec.MOST_SLICES) int capacityGiB, URI emc) {

  /** Slices that one EMC can own at the most. */
  public static final int MOST_SLICES = 1024;

  /** Checks the ranges. */
  public PoolSpec {
    Check.range("capacityGiB", capacityGiB, 1, MOST_SLICES);
    checkEmc(emc);
  }

  static void checkEmc(URI emc) {
    Check.present("emc", emc, "an http URI without query");
    if (!"http".equals(emc.getScheme()) || emc.getHost() == null || emc.getQuery() != null) {
      throw new InvalidField("emc", emc.toString(), "an http URI without query");
    }
    if (emc.toString().endsWith("/")) {
      throw new InvalidField("emc", emc.toString(), "an http URI that does not end with '/'");
    }
  }
}
