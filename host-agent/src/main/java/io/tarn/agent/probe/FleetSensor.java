package io.tarn.agent.probe;

import io.tarn.fleet.Fleet;
import io.tarn.fleet.SimulatedVm;
import io.tarn.fleet.vm.AccessScan;
import io.tarn.fleet.vm.CounterSample;
import java.util.Map;
import java.util.WeakHashMap;

/** Reads the VMs of the generated fleet: each behaves as its attributes and the seed say. */
public final class FleetSensor implements Sensor {

  private static final double SECONDS_PER_MINUTE = 60;

  private final Fleet fleet;
  private final Map<RunningVm, SimulatedVm> behaviours = new WeakHashMap<>();

  /**
   * @param seed of the fleet
   */
  public FleetSensor(long seed) {
    this.fleet = Fleet.of(seed);
  }

  @Override
  public CounterSample counters(RunningVm vm, long second) {
    return behaviour(vm).counters(second, vm.split());
  }

  @Override
  public AccessScan scan(RunningVm vm, long second, long previousSecond) {
    return behaviour(vm).scan(second / SECONDS_PER_MINUTE, previousSecond / SECONDS_PER_MINUTE);
  }

  private synchronized SimulatedVm behaviour(RunningVm vm) {
    return behaviours.computeIfAbsent(vm, some -> fleet.behaviour(some.attributes()));
  }
}
