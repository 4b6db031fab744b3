package io.tarn.local.stranding;

import org.jspecify.annotations.Nullable;

/**
 * What a host has to rent out.
 *
 * @param hostId its name
 * @param vcpus cores without those reserved
 * @param localGiB local memory without what is reserved
 * @param poolId the pool it is wired to; null when there is none
 */
public record HostCapacity(String hostId, int vcpus, double localGiB, @Nullable String poolId) {}
