package io.tarn.agent.host;

import io.tarn.agent.kernel.KernelDelays;
import io.tarn.agent.kernel.MoveSettings;
import io.tarn.agent.kernel.StuckFaults;

/**
 * How simulated hosts behave.
 *
 * @param blockBytes size of a memory block, a power of two, 2 MiB..64 GiB
 * @param delays of the kernel
 * @param faults of the kernel
 * @param moves how the memory of VMs is moved
 */
public record SimulationSettings(
    long blockBytes, KernelDelays delays, StuckFaults faults, MoveSettings moves) {

  /** Hosts that move memory as published. */
  public SimulationSettings(long blockBytes, KernelDelays delays, StuckFaults faults) {
    this(blockBytes, delays, faults, MoveSettings.PUBLISHED);
  }
}
