package io.tarn.agent.probe;

import io.tarn.fleet.vm.AccessScan;
import io.tarn.fleet.vm.CounterSample;
import io.tarn.fleet.vm.MemorySplit;
import io.tarn.fleet.vm.VmAttributes;

/** Reads one VM's counters and access bits. */
public interface Sensor {

  /** Puts sensors on VMs. */
  interface Sensors {
    /** The sensor of a VM whose memory is as said. */
    Sensor on(VmAttributes vm, MemorySplit split);
  }

  /**
   * The counters of one second, summed over the VM's cores.
   *
   * @param second of the VM's life, from 0
   */
  CounterSample counters(long second);

  /**
   * A scan of the access bits.
   *
   * @param minute of the VM's life at which it ends
   * @param lastMinute of the scan before, 0 when there was none
   */
  AccessScan scan(double minute, double lastMinute);
}
