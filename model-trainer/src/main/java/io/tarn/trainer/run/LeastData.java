package io.tarn.trainer.run;

import io.tarn.contracts.Check;

/**
 * Below this there is no training.
 *
 * @param fitVms VMs to fit on
 * @param judgedVms VMs of each of the other two folds
 * @param fitWorkloads workloads to fit the forest on
 * @param ofEachClass rows of sensitive and of insensitive workloads to fit on, and VMs of either in
 *     each of the other two folds
 */
public record LeastData(int fitVms, int judgedVms, int fitWorkloads, int ofEachClass) {

  /** Checks the ranges. */
  public LeastData {
    Check.range("leastData.fitVms", fitVms, 1, Integer.MAX_VALUE);
    Check.range("leastData.judgedVms", judgedVms, 1, Integer.MAX_VALUE);
    Check.range("leastData.fitWorkloads", fitWorkloads, 2, Integer.MAX_VALUE);
    Check.range("leastData.ofEachClass", ofEachClass, 1, Integer.MAX_VALUE);
  }
}
