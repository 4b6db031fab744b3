package io.tarn.scheduler.placement.index;

import io.tarn.scheduler.host.HostState;
import io.tarn.scheduler.host.PoolState;
import org.jspecify.annotations.Nullable;

/**
 * A place with room.
 *
 * @param host as the index knows it
 * @param pool {@code null} when no pool was asked
 * @param score 0 (worst) to 1 (best)
 */
public record Found(HostState host, @Nullable PoolState pool, double score) {}
