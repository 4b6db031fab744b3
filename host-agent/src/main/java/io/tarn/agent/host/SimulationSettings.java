package io.tarn.agent.host;

import io.tarn.agent.kernel.KernelDelays;
import io.tarn.agent.kernel.StuckFaults;

/**
 * How simulated hosts behave.
 *
 * @param blockBytes size of a memory block, a power of two, 2 MiB..64 GiB
 * @param delays of the kernel
 * @param faults of the kernel
 */
public record SimulationSettings(long blockBytes, KernelDelays delays, StuckFaults faults) {}
