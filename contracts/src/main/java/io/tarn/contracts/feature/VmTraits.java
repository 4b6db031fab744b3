package io.tarn.contracts.feature;

import io.tarn.contracts.Check;

/**
 * What is known of a VM before it runs.
 *
 * @param memoryMiB from 1
 * @param vcpus from 1
 * @param vmType the flavour's name, empty when it was not said
 * @param guestOs the guest's operating system, empty when it was not said
 * @param region empty when it was not said
 * @param workloadKnown whether the request named its workload
 * @param customerPast of this customer's VMs, as known before this one arrived
 * @param customerTypePast of this customer's VMs of this type, as known before this one arrived
 */
public record VmTraits(
    long memoryMiB,
    int vcpus,
    String vmType,
    String guestOs,
    String region,
    boolean workloadKnown,
    UntouchedPast customerPast,
    UntouchedPast customerTypePast) {

  /** Checks the ranges. */
  public VmTraits {
    Check.range("memoryMiB", memoryMiB, 1, Long.MAX_VALUE);
    Check.range("vcpus", vcpus, 1, Integer.MAX_VALUE);
    Check.present("vmType", vmType);
    Check.present("guestOs", guestOs);
    Check.present("region", region);
    Check.present("customerPast", customerPast);
    Check.present("customerTypePast", customerTypePast);
  }
}
