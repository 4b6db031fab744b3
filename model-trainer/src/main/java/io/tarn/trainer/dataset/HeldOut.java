package io.tarn.trainer.dataset;

import java.util.List;

/**
 * A part of the workloads: what a forest that has not seen it is fitted on, and what that forest is
 * to be asked.
 *
 * @param rows of the other parts
 * @param vms of the calibration days, of this part
 */
public record HeldOut(List<WorkloadRow> rows, List<VmCase> vms) {

  /** Copies the lists. */
  public HeldOut {
    rows = List.copyOf(rows);
    vms = List.copyOf(vms);
  }
}
