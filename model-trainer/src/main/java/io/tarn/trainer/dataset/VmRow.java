package io.tarn.trainer.dataset;

import io.tarn.contracts.Check;

/**
 * A VM that has left and was scanned well.
 *
 * @param vmId its name
 * @param customer who rented it, empty when not said
 * @param vmType flavour, empty when not said
 * @param guestOs guest's operating system, empty when not said
 * @param region where, empty when not said
 * @param workload what ran in it, empty when not said
 * @param memoryMiB its memory, from 1
 * @param vcpus from 1
 * @param startedMillis arrival, epoch milliseconds
 * @param endedMillis when it left, not before its arrival
 * @param touchedEverMiB memory that it ever touched, 0..memoryMiB
 */
public record VmRow(
    String vmId,
    String customer,
    String vmType,
    String guestOs,
    String region,
    String workload,
    long memoryMiB,
    int vcpus,
    long startedMillis,
    long endedMillis,
    long touchedEverMiB) {

  /** Checks the ranges. */
  public VmRow {
    Check.text("vm_id", vmId);
    Check.range("memory_mib", memoryMiB, 1, Long.MAX_VALUE);
    Check.range("vcpus", vcpus, 1, Integer.MAX_VALUE);
    Check.range("started_millis", startedMillis, 0, Check.LATEST_MILLIS);
    Check.range("ended_millis", endedMillis, startedMillis, Check.LATEST_MILLIS);
    Check.range("touched_ever_mib", touchedEverMiB, 0, memoryMiB);
  }

  /** The share of its memory that it never touched, 0..1. */
  public float untouchedShare() {
    return (float) ((double) (memoryMiB - touchedEverMiB) / memoryMiB);
  }

  /** Names what ran in it as {@link WorkloadRow} does; empty when that was not said. */
  public String workloadId() {
    return workload.isEmpty() ? "" : customer + "/" + workload;
  }

  /** What must be on one side of a split: the workload where it is known, else the VM. */
  String unit() {
    return workload.isEmpty() ? vmId : workloadId();
  }
}
