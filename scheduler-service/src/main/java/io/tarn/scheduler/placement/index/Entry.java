package io.tarn.scheduler.placement.index;

import io.tarn.scheduler.host.HostState;
import org.jspecify.annotations.Nullable;

/**
 * A host by itself or with one of its pools, as it stands in the grids.
 *
 * @param slot its number, unique among the entries of an index
 * @param host the state that it was entered with
 * @param poolId {@code null}: by itself
 * @param shape where it stands
 */
record Entry(int slot, HostState host, @Nullable String poolId, Shape shape) {}
