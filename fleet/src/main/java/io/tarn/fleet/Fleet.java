package io.tarn.fleet;

import io.tarn.contracts.Check;
import io.tarn.fleet.latent.Draws;
import io.tarn.fleet.latent.LatentFleet;
import io.tarn.fleet.vm.Scenario;
import io.tarn.fleet.vm.VmAttributes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * The VMs of a cloud, day after day: who rents them, how long they stay, what they do to memory.
 * The same seed and rate give the same fleet on every JVM, asked in any order, from any thread.
 */
public final class Fleet {

  /** Rises whenever the same seed no longer gives the same fleet. */
  public static final int VERSION = 1;

  /** VMs of a day unless told otherwise: 60,000 come in 44 days. */
  public static final int VMS_A_DAY = 1_364;

  static final int MOST_VMS_A_DAY = 10_000_000;
  private static final long MOST_DAYS = 100_000;
  private static final int RUN_VCPUS = 8;
  private static final int RUN_SECONDS = 60;

  private final long seed;
  private final int vmsADay;
  private final Draws draws;
  private final LatentFleet latent;
  private volatile Market market;

  /**
   * A fleet of {@link #VMS_A_DAY}.
   *
   * @param seed any number
   */
  public Fleet(long seed) {
    this(seed, VMS_A_DAY);
  }

  /**
   * @param seed any number
   * @param vmsADay how many VMs come on each day, 1..10,000,000
   */
  public Fleet(long seed, int vmsADay) {
    Check.range("vmsADay", vmsADay, 1, MOST_VMS_A_DAY);
    this.seed = seed;
    this.vmsADay = vmsADay;
    this.draws = new Draws(seed).of("arrivals");
    this.latent = new LatentFleet(seed);
    this.market = Market.of(0, draws.of("market"));
  }

  /** The number that everything follows from. */
  public long seed() {
    return seed;
  }

  /** How many VMs come on each day. */
  public int vmsADay() {
    return vmsADay;
  }

  /**
   * A VM.
   *
   * @param index its place among all arrivals, from 0
   */
  public Arrival vm(long index) {
    Check.range("index", index, 0, MOST_DAYS * vmsADay - 1);
    long day = index / vmsADay;
    Draws own = draws.of("vm").of(index);
    double share = (index % vmsADay + own.uniform(0)) / vmsADay;
    int flavourIndex = FlavourMix.AZURE.at(own.uniform(1));
    Flavour flavour = FlavourMix.AZURE.flavours().get(flavourIndex);
    String customer = marketOf(day).customer(flavourIndex, own.uniform(2));
    Preferences preferences = Preferences.of(draws.of("preferences").of(customer));
    return new Arrival(
        index,
        day * DailyRate.DAY_SECONDS + DailyRate.momentOf(share),
        flavour.vcpus(),
        flavour.memoryMiB(),
        Lifetimes.at(own.uniform(3), own.normal(4)),
        false,
        customer,
        flavour.vmType(),
        preferences.guestOs(own.uniform(5)),
        preferences.region(own.uniform(6)),
        own.uniform(7) < preferences.naming() ? latent.workload(customer, own.uniform(8)) : null);
  }

  /**
   * The VMs that come on a day, in order of time.
   *
   * @param day from 0
   */
  public List<Arrival> vmsOfDay(int day) {
    Check.range("day", day, 0, MOST_DAYS - 1);
    long first = (long) day * vmsADay;
    return LongStream.range(first, first + vmsADay).mapToObj(this::vm).toList();
  }

  /** A running VM, known by its attributes; it need not be one of this fleet. */
  public SimulatedVm running(VmAttributes vm) {
    return new SimulatedVm(latent.vm(vm));
  }

  /**
   * What telemetry knows of a VM's memory once it has left.
   *
   * @param scanEvery how often access bits are looked at, from a second
   * @return empty when it left before the first scan
   */
  public Optional<UntouchedOutcome> outcome(Arrival vm, Duration scanEvery) {
    long everySeconds = Check.range("scanEvery", scanEvery.toSeconds(), 1, Integer.MAX_VALUE);
    long scans = (long) (vm.lifeSeconds() / everySeconds);
    if (scans == 0) {
      return Optional.empty();
    }
    long touched = latent.vm(vm.attributes()).touchedMiB((double) scans * everySeconds);
    return Optional.of(
        new UntouchedOutcome(vm.memoryMiB(), (int) Math.min(Integer.MAX_VALUE, scans), touched));
  }

  /** The names of the workload instances: ten of each archetype, {@code gapbs.bfs-road.3}. */
  public List<String> workloads() {
    return latent.workloads();
  }

  /** Measures a workload, whatever its name. */
  public SensitivityRun sensitivityRun(String workload, Scenario scenario) {
    return new SensitivityRun(
        Check.text("workload", workload),
        scenario,
        latent.measuredSlowdownPercent(workload, scenario),
        latent.localCounters(workload, RUN_VCPUS, scenario, RUN_SECONDS));
  }

  /** Measures every workload of {@link #workloads}. */
  public List<SensitivityRun> sensitivityRuns(Scenario scenario) {
    return workloads().stream().map(workload -> sensitivityRun(workload, scenario)).toList();
  }

  private Market marketOf(long day) {
    Market last = market;
    if (last.day() != day) {
      last = Market.of(day, draws.of("market"));
      market = last;
    }
    return last;
  }
}
