package io.tarn.pool.pool;

import java.util.UUID;

/** What becomes of replacing a pool's EMC. */
public sealed interface ReplaceOutcome {

  /** The new EMC serves the pool, by this call or by an earlier one. */
  record Replaced(int incarnation) implements ReplaceOutcome {}

  /** The EMC has not failed. */
  record NotFailed(int incarnation) implements ReplaceOutcome {}

  /** Another incarnation has failed than the one that was meant. */
  record OtherIncarnation(int incarnation) implements ReplaceOutcome {}

  /** The new EMC's table has another capacity. */
  record CapacityDiffers(int capacityGiB, int emcCapacityGiB) implements ReplaceOutcome {}

  /** The new EMC has owners. */
  record HasOwners(int slice, int port) implements ReplaceOutcome {}

  /** The new EMC serves another pool. */
  record ServesPool(String poolId) implements ReplaceOutcome {}

  /** The new EMC is the device that failed. */
  record SameDevice(UUID deviceId) implements ReplaceOutcome {}

  /** The new EMC does not answer. */
  record EmcUnreachable(String reason) implements ReplaceOutcome {}

  /** There is no such pool. */
  record NoPool() implements ReplaceOutcome {}
}
