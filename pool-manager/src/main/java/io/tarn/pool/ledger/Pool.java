package io.tarn.pool.ledger;

import java.net.URI;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A pool as it was declared.
 *
 * @param poolId its name
 * @param capacityGiB its slices
 * @param emc where its EMC answers
 * @param deviceId the device that its EMC is; {@code null} while a pool of before devices had
 *     identities has not met it
 * @param incarnation rises when the EMC is replaced, from 1
 * @param failed whether the EMC of this incarnation was declared failed
 */
public record Pool(
    String poolId,
    int capacityGiB,
    URI emc,
    @Nullable UUID deviceId,
    int incarnation,
    boolean failed) {

  /** The same pool, whose device is known now. */
  public Pool servedBy(UUID device) {
    return new Pool(poolId, capacityGiB, emc, device, incarnation, failed);
  }
}
