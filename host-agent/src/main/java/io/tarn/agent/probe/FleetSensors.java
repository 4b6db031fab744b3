package io.tarn.agent.probe;

import io.tarn.fleet.Fleet;
import io.tarn.fleet.SimulatedVm;
import io.tarn.fleet.vm.AccessScan;
import io.tarn.fleet.vm.CounterSample;
import io.tarn.fleet.vm.MemorySplit;
import io.tarn.fleet.vm.VmAttributes;

/** Sensors on VMs of the generated fleet: each behaves as its attributes and the seed say. */
public final class FleetSensors implements Sensor.Sensors {

  private final Fleet fleet;

  /**
   * @param seed of the fleet
   */
  public FleetSensors(long seed) {
    this.fleet = new Fleet(seed);
  }

  @Override
  public Sensor on(VmAttributes vm, MemorySplit split) {
    return new FleetSensor(fleet.running(vm), split);
  }

  private record FleetSensor(SimulatedVm vm, MemorySplit split) implements Sensor {

    @Override
    public CounterSample counters(long second) {
      return vm.counters(second, split);
    }

    @Override
    public AccessScan scan(double minute, double lastMinute) {
      return vm.scan(minute, lastMinute);
    }
  }
}
