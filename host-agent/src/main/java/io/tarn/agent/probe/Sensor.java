package io.tarn.agent.probe;

import io.tarn.fleet.vm.AccessScan;
import io.tarn.fleet.vm.CounterSample;

/** Reads a VM's counters and access bits. */
public interface Sensor {

  /**
   * The counters of one second, summed over the VM's cores.
   *
   * @param second of the VM's life, from 0
   */
  CounterSample counters(RunningVm vm, long second);

  /**
   * A scan of the access bits.
   *
   * @param second of the VM's life at which it ends
   * @param previousSecond of the scan before, 0 when there was none
   */
  AccessScan scan(RunningVm vm, long second, long previousSecond);
}
