package io.tarn.agent.kernel;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;

/**
 * How a simulated host moves the memory of VMs. 50 ms for 1 GiB, as reported for Pond (Li et al.,
 * ASPLOS 2023).
 *
 * @param millisPerGiB how long 1 GiB takes, 0..600,000
 * @param pinnedRate the share of COPYs that fail at some place because memory is pinned, 0..1
 */
public record MoveSettings(long millisPerGiB, double pinnedRate) {

  /** As published, and nothing is pinned. */
  public static final MoveSettings PUBLISHED = new MoveSettings(50, 0);

  private static final long MOST = 600_000;

  /** Checks the ranges. */
  public MoveSettings {
    Check.range("move-millis-per-gib", millisPerGiB, 0, MOST);
    if (!(pinnedRate >= 0 && pinnedRate <= 1)) {
      throw new InvalidField("pinned-rate", Double.toString(pinnedRate), "0..1");
    }
  }
}
