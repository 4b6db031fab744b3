package io.tarn.fleet;

import io.tarn.contracts.Check;
import io.tarn.fleet.vm.CounterSample;
import io.tarn.fleet.vm.Scenario;
import java.util.List;

/**
 * A workload measured twice on an idle host: with all memory local, and with all of it on the pool.
 *
 * @param workload its name
 * @param scenario how slow the pool was
 * @param slowdownPercent measured; noise can take it a little below 0
 * @param localCounters second by second while memory was local
 */
public record SensitivityRun(
    String workload, Scenario scenario, double slowdownPercent, List<CounterSample> localCounters) {

  /** Copies the list. */
  public SensitivityRun {
    localCounters = Check.items("localCounters", localCounters);
  }
}
