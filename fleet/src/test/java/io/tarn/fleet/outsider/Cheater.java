package io.tarn.fleet.outsider;

import io.tarn.fleet.Fleet;
import io.tarn.fleet.oracle.Oracle;
import io.tarn.fleet.vm.Scenario;

/** Makes a feature of the answer. */
final class Cheater {

  private Cheater() {}

  static double feature(Fleet fleet, String workload) {
    return new Oracle(fleet).slowdownPercent(workload, Scenario.S182);
  }
}
