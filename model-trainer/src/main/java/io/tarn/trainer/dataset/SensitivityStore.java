package io.tarn.trainer.dataset;

import java.util.List;

/** Keeps sensitivity runs. */
@FunctionalInterface
public interface SensitivityStore {

  /** Keeps them all or none; a later run of a workload and scenario replaces the earlier. */
  void put(List<SensitivityRun> runs);
}
