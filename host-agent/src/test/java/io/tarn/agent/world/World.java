package io.tarn.agent.world;

import io.tarn.agent.host.HostState;
import io.tarn.agent.host.HostStatus;
import io.tarn.agent.host.Peers;
import io.tarn.agent.host.SimulatedHost;
import io.tarn.agent.host.SimulationSettings;
import io.tarn.agent.kernel.KernelDelays;
import io.tarn.agent.kernel.StuckFaults;
import io.tarn.agent.strand.RevocableStrand;
import io.tarn.contracts.pool.BootReport;
import io.tarn.contracts.pool.Observation;
import io.tarn.contracts.pool.OperationReport;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/** One simulated host {@code h1} with everything around it, on a virtual clock. */
public final class World {

  /** 8 blocks to a slice. */
  public static final SimulationSettings PUBLISHED =
      new SimulationSettings(128L << 20, KernelDelays.PUBLISHED, StuckFaults.NONE);

  public final ManualStrand clock = new ManualStrand();
  public final InMemoryPoolManager manager = new InMemoryPoolManager();
  public final InMemoryEmcs emcs = new InMemoryEmcs();
  public final InMemoryStateStore store = new InMemoryStateStore();
  private final SimulationSettings settings;
  private int bootsNamed;
  private RevocableStrand strand;
  private SimulatedHost host;

  /** A world in which the host is about to start for the first time. */
  public World(SimulationSettings settings) {
    this.settings = settings;
    this.strand = new RevocableStrand(clock);
    this.host = newHost();
  }

  /** A world in which the host has started. */
  public static World started(SimulationSettings settings) {
    World world = new World(settings);
    world.start();
    return world;
  }

  /** Starts the host's agent; nothing runs yet. */
  public void begin() {
    host.start();
  }

  /** Starts the host's agent and lets it settle. */
  public void start() {
    begin();
    run(Duration.ofMillis(10));
  }

  /** Runs for a time. */
  public void run(Duration time) {
    clock.advance(time);
  }

  /** Kills the agent's process and starts it again from what was saved. */
  public void crashAndRestart() {
    strand.revoke();
    strand = new RevocableStrand(clock);
    host = newHost();
    host.start();
  }

  /** Reboots the host. */
  public void reboot() {
    var booted = host.reboot();
    while (!booted.isDone()) {
      clock.step();
    }
    run(Duration.ofMillis(10));
  }

  /** The host as it is. */
  public HostStatus status() {
    var asked = host.status();
    while (!asked.isDone()) {
      clock.step();
    }
    return asked.join();
  }

  /** The host's slices as {@code pool/slice@generation:offline}. */
  public List<String> online() {
    return status().online().stream()
        .map(
            slice ->
                slice.poolId()
                    + "/"
                    + slice.slice()
                    + "@"
                    + slice.generation()
                    + ":"
                    + slice.offlineBlocks())
        .toList();
  }

  /** What the manager was told, as {@code SEEN pool/slice@generation offline/total [cause]}. */
  public List<String> told() {
    return manager.acked().stream().map(World::text).toList();
  }

  /** What the manager was told of operations, as {@code id STATE doneMiB [cause]}. */
  public List<String> reported() {
    return manager.reports().stream().map(World::text).toList();
  }

  private static String text(OperationReport report) {
    String text = report.operationId() + " " + report.state() + " " + report.doneMiB();
    return report.cause() == null ? text : text + " " + report.cause();
  }

  private static String text(Observation seen) {
    String text =
        seen.seen()
            + " "
            + seen.poolId()
            + "/"
            + seen.slice()
            + "@"
            + seen.generation()
            + " "
            + seen.offlineBlocks()
            + "/"
            + seen.totalBlocks();
    return seen.cause() == null ? text : text + " " + seen.cause();
  }

  private SimulatedHost newHost() {
    HostState state = store.load("h1").orElseGet(this::firstBoot);
    return new SimulatedHost(
        state,
        settings,
        new Peers(manager, emcs, store),
        strand,
        this::nextBootId,
        new SplittableRandom(42));
  }

  private HostState firstBoot() {
    return HostState.firstBoot(
        "h1", new BootReport(nextBootId(), clock.nowMillis(), settings.blockBytes()));
  }

  private String nextBootId() {
    return "boot-" + ++bootsNamed;
  }
}
