package io.tarn.fleet.latent;

import io.tarn.fleet.vm.CounterSample;
import io.tarn.fleet.vm.Scenario;
import io.tarn.fleet.vm.VmAttributes;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Everything hidden in a fleet, by its seed. */
public final class LatentFleet {

  private static final double BETWEEN_VMS = 0.3;
  private static final double RELATIVE_NOISE = 0.02;
  private static final double POINTS_OF_NOISE = 0.35;
  private static final String UNKNOWN = "";

  private final Draws draws;
  private final Workloads workloads;

  public LatentFleet(long seed) {
    this.draws = new Draws(seed).of("fleet");
    this.workloads = Workloads.of(draws.of("workloads"));
  }

  /** Names of the workload instances, ten of each archetype. */
  public List<String> workloads() {
    return workloads.all().stream().map(Workload::name).toList();
  }

  /** Names of the archetypes, the least sensitive first. */
  public static List<String> archetypes() {
    return Archetypes.ALL.stream().map(Workload::name).toList();
  }

  /** Slowdowns of the archetypes with all memory on the pool, percent, rising. */
  public static double[] archetypeSlowdownsPercent(Scenario scenario) {
    return Archetypes.ALL.stream()
        .mapToDouble(archetype -> 100 * archetype.slowdown(scenario.extraLatency()))
        .toArray();
  }

  /** Slowdown of a workload with all memory on the pool, percent, from 0. */
  public double slowdownPercent(String workload, Scenario scenario) {
    return 100 * workloads.named(workload).slowdown(scenario.extraLatency());
  }

  /**
   * A measurement of a workload with all memory on the pool.
   *
   * @return slowdown in percent; noise can take it a little below 0
   */
  public double measuredSlowdownPercent(String workload, Scenario scenario) {
    Draws noise = draws.of("measured").of(workload).of(scenario.percent());
    return slowdownPercent(workload, scenario) * (1 + RELATIVE_NOISE * noise.bell(0))
        + POINTS_OF_NOISE * noise.bell(1);
  }

  /** The counters of a workload in a VM of its own, memory local, for so many seconds. */
  public List<CounterSample> localCounters(
      String workload, int vcpus, Scenario scenario, int seconds) {
    Counters counters =
        new Counters(workloads.named(workload), vcpus, draws.of("measured").of(workload));
    return LongStream.range(0, seconds)
        .mapToObj(second -> counters.at(second, 0, scenario.extraLatency(), scenario.localNanos()))
        .toList();
  }

  /**
   * The workload that a customer runs at a point of its distribution.
   *
   * @param point 0 to below 1
   */
  public String workload(String customer, double point) {
    return habits(customer).workload(point);
  }

  /** The VM behind attributes; the same attributes give the same VM. */
  public LatentVm vm(VmAttributes vm) {
    Draws own = draws.of("vm").of(orUnknown(vm.customer())).of(vm.vmId());
    // a VM of nobody we know is as if its customer had this VM only
    String customer = vm.customer() == null ? "of " + vm.vmId() : vm.customer();
    Habits known = habits(customer);
    String name = vm.workload() == null ? known.workload(own.uniform(0)) : vm.workload();
    double untouched =
        known.untouched(
                draws.of("customers").of(customer),
                vm.vmType() == null ? vm.vcpus() + "/" + vm.memoryMiB() : vm.vmType(),
                orUnknown(vm.guestOs()),
                name)
            + known.spread() * own.normal(1);
    Workload workload = workloads.named(name).varied(name, own.of(2), BETWEEN_VMS);
    return new LatentVm(
        workload,
        MemoryUse.of(
            (double) vm.memoryMiB(), untouched, own.uniform(3) < known.surprises(), own.of(4)),
        new Counters(workload, vm.vcpus(), own.of(5)),
        own.uniform(6));
  }

  private Habits habits(String customer) {
    return Habits.of(customer, draws.of("customers"), workloads);
  }

  private static String orUnknown(@Nullable String attribute) {
    return attribute == null ? UNKNOWN : attribute;
  }
}
