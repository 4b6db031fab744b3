package io.tarn.pool.pool;

import io.tarn.contracts.pool.PoolView;
import java.util.UUID;

/** What becomes of declaring a pool. */
public sealed interface PoolOutcome {

  /** It was declared now. */
  record Created(PoolView view) implements PoolOutcome {}

  /** It was declared before; its EMC may have moved to another address. */
  record Exists(PoolView view) implements PoolOutcome {}

  /** A pool does not change its capacity. */
  record CapacityFixed(int capacityGiB) implements PoolOutcome {}

  /** The EMC's table has another capacity. */
  record CapacityDiffers(int emcCapacityGiB) implements PoolOutcome {}

  /** The EMC has failed; another one takes its place by being replaced, not by being declared. */
  record Failed() implements PoolOutcome {}

  /** The EMC has owners that the record knows nothing of. */
  record EmcInUse(int slice, int port) implements PoolOutcome {}

  /** The EMC serves another pool. */
  record ServesPool(String poolId) implements PoolOutcome {}

  /** The EMC is another device than the one that serves the pool. */
  record AnotherDevice(UUID deviceId, UUID answers) implements PoolOutcome {}

  /** The EMC does not answer. */
  record EmcUnreachable(String reason) implements PoolOutcome {}
}
