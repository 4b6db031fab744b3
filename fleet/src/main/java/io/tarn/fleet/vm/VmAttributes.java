package io.tarn.fleet.vm;

import io.tarn.contracts.Check;
import org.jspecify.annotations.Nullable;

/**
 * What everybody may know of a VM. Two VMs with the same attributes behave the same.
 *
 * @param vmId its name
 * @param vcpus its cores, 1..1024
 * @param memoryMiB its memory, 64..33,554,432
 * @param customer who rents it, if known
 * @param vmType the flavour's name, if known
 * @param guestOs the guest's operating system, if known
 * @param region where, if known
 * @param workload what runs in it, if known
 */
public record VmAttributes(
    String vmId,
    int vcpus,
    long memoryMiB,
    @Nullable String customer,
    @Nullable String vmType,
    @Nullable String guestOs,
    @Nullable String region,
    @Nullable String workload) {

  /** Checks the ranges. */
  public VmAttributes {
    Check.id("vmId", vmId);
    Check.range("vcpus", vcpus, 1, 1024);
    Check.range("memoryMiB", memoryMiB, 64, 32L << 20);
  }
}
