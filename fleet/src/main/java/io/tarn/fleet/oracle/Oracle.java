package io.tarn.fleet.oracle;

import io.tarn.fleet.Arrival;
import io.tarn.fleet.Fleet;
import io.tarn.fleet.latent.LatentFleet;
import io.tarn.fleet.vm.MemorySplit;
import io.tarn.fleet.vm.Scenario;
import io.tarn.fleet.vm.VmAttributes;
import java.util.Arrays;
import java.util.List;

/** Knows the truth about a fleet, without noise. */
public final class Oracle {

  private final LatentFleet latent;

  public Oracle(Fleet fleet) {
    this.latent = new LatentFleet(fleet.seed());
  }

  /**
   * How much a VM slows down against all-local memory.
   *
   * @param lifeSeconds how long it has been running, from 0
   * @param split where its memory is
   * @return percent, from 0
   */
  public double slowdownPercent(VmAttributes vm, double lifeSeconds, MemorySplit split) {
    return latent.vm(vm).slowdownPercent(lifeSeconds, split);
  }

  /** The share of a VM's accesses that go to the pool then, 0..1. */
  public double poolShare(VmAttributes vm, double lifeSeconds, MemorySplit split) {
    return latent.vm(vm).poolShare(lifeSeconds, split);
  }

  /** Memory that a VM has not touched after so many seconds, MiB. */
  public long untouchedMiB(VmAttributes vm, double lifeSeconds) {
    return vm.memoryMiB() - latent.vm(vm).touchedMiB(lifeSeconds);
  }

  /** Memory that a VM of the fleet leaves untouched when it goes, MiB. */
  public long untouchedMiB(Arrival vm) {
    return untouchedMiB(vm.attributes(), vm.lifeSeconds());
  }

  /** How much a workload slows down with all memory on the pool, percent, from 0. */
  public double slowdownPercent(String workload, Scenario scenario) {
    return latent.slowdownPercent(workload, scenario);
  }

  /** The archetypes' names, the least sensitive first. */
  public static List<String> archetypes() {
    return LatentFleet.archetypes();
  }

  /** How much the archetypes slow down with all memory on the pool, percent, in that order. */
  public static List<Double> archetypeSlowdownsPercent(Scenario scenario) {
    return Arrays.stream(LatentFleet.archetypeSlowdownsPercent(scenario)).boxed().toList();
  }
}
