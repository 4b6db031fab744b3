package io.tarn.scheduler.placement;

import io.tarn.contracts.placement.VmRequest;
import io.tarn.scheduler.policy.PoolCeiling;

/**
 * What the engine is asked.
 *
 * @param request the VM
 * @param policy the name of the policy that gave the ceiling
 * @param ceiling how much of its memory may come from a pool
 * @param tried what earlier attempts of the same VM ran into
 */
public record Question(VmRequest request, String policy, PoolCeiling ceiling, Tried tried) {}
