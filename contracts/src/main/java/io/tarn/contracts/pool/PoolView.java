package io.tarn.contracts.pool;

import java.net.URI;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A pool as it stands.
 *
 * @param poolId its name
 * @param capacityGiB slices of 1 GiB
 * @param freeGiB slices that can be granted now
 * @param emc where the EMC's driver answers
 * @param deviceId the device that its EMC is; absent while a pool of before devices had identities
 *     has not met it
 * @param incarnation rises when the EMC is replaced, from 1
 * @param failedAtMillis since when the EMC counts as failed and the pool gives nothing out,
 *     milliseconds since 1970; absent while it serves
 * @param slices how many slices are in each state; every state is listed, they add up to the
 *     capacity
 * @param hosts the hosts wired to it
 */
public record PoolView(
    String poolId,
    int capacityGiB,
    int freeGiB,
    URI emc,
    @Nullable UUID deviceId,
    int incarnation,
    @Nullable Long failedAtMillis,
    Map<SliceState, Integer> slices,
    List<String> hosts) {

  /** Copies the collections, the states in their own order. */
  public PoolView {
    Map<SliceState, Integer> ordered = new EnumMap<>(SliceState.class);
    ordered.putAll(slices);
    slices = Collections.unmodifiableMap(ordered);
    hosts = List.copyOf(hosts);
  }

  /** Whether the EMC counts as failed. */
  public boolean failed() {
    return failedAtMillis != null;
  }
}
