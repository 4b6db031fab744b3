package io.tarn.contracts.placement;

import org.jspecify.annotations.Nullable;

/**
 * A VM as it stands.
 *
 * @param vmId its name
 * @param state where it is
 * @param kind how its memory is divided
 * @param hostId the host
 * @param vcpus its cores
 * @param memoryMiB its memory, local and pooled together
 * @param localMiB local to the host
 * @param poolGiB from the pool
 * @param poolId the pool; absent when {@code poolGiB} is 0
 * @param grantId the grant; absent when {@code poolGiB} is 0
 * @param attempt which attempt this placement is, from 1
 * @param policy the policy that decided
 */
public record VmView(
    String vmId,
    VmState state,
    PlacementKind kind,
    String hostId,
    int vcpus,
    long memoryMiB,
    long localMiB,
    int poolGiB,
    @Nullable String poolId,
    @Nullable String grantId,
    int attempt,
    String policy) {}
