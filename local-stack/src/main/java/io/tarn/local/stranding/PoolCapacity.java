package io.tarn.local.stranding;

/**
 * What a pool has to give.
 *
 * @param poolId its name
 * @param capacityGiB its memory
 */
public record PoolCapacity(String poolId, int capacityGiB) {}
