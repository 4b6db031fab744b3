package io.tarn.pool.sim;

import io.tarn.agent.host.HostSession;
import io.tarn.agent.host.HostState;
import io.tarn.agent.host.HostStateStore;
import io.tarn.agent.host.Peers;
import io.tarn.agent.kernel.MoveSettings;
import io.tarn.agent.kernel.SimulatedVmMemory;
import io.tarn.agent.kernel.SliceId;
import io.tarn.agent.strand.RevocableStrand;
import io.tarn.agent.strand.Strand;
import io.tarn.contracts.pool.BootReport;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A host: a kernel for each boot, a disk, and the real agent on it. The agent may be killed and
 * started again on the same boot, the host may boot.
 */
final class Host implements HostStateStore {

  private final World world;
  private final String hostId;
  private final int port;
  private final long blockBytes;
  private final AgentLine line;
  private @Nullable HostState disk;
  private Kernel kernel;
  private BootReport boot;
  private @Nullable RevocableStrand agent;
  private int boots;

  /**
   * @param port at every pool
   * @param blockBytes of a memory block
   */
  Host(World world, String hostId, int port, long blockBytes) {
    this.world = world;
    this.hostId = hostId;
    this.port = port;
    this.blockBytes = blockBytes;
    this.line = new AgentLine(world);
    this.kernel = new Kernel(world, hostId, blockBytes);
    this.boot = nextBoot();
  }

  String hostId() {
    return hostId;
  }

  int port() {
    return port;
  }

  /** Whether a boot is the one that is running. */
  boolean runs(@Nullable String bootId) {
    return boot.bootId().equals(bootId);
  }

  /** Blocks of a slice that are online here. */
  int online(SliceId slice) {
    return kernel.onlineBlocks(slice);
  }

  /** What is online here of a slice, if something is. */
  Kernel.@Nullable Online of(SliceId slice) {
    return kernel.of(slice);
  }

  /** The host is fenced. */
  void doom() {
    kernel.doom();
  }

  private BootReport nextBoot() {
    boots++;
    return new BootReport(
        hostId + "-b" + boots, world.timeline().now() / Timeline.MILLIS + boots, blockBytes);
  }

  /** The power goes and comes back; the agent starts when the kernel is up. */
  void reboot() {
    killAgent();
    kernel.off();
    kernel = new Kernel(world, hostId, blockBytes);
    boot = nextBoot();
    startAgentAfter(world.dice().between(5 * Timeline.MILLIS, 300 * Timeline.MILLIS));
  }

  /** Kills the agent, if it runs. */
  void killAgent() {
    if (agent != null) {
      agent.revoke();
      agent = null;
    }
  }

  /** Starts the agent on this boot, unless one runs by then. */
  void startAgentAfter(long delayMicros) {
    Kernel mine = kernel;
    world
        .timeline()
        .after(
            delayMicros,
            "the agent of " + hostId + " starts",
            () -> {
              if (agent == null && mine == kernel) {
                startAgent();
              }
            });
  }

  private void startAgent() {
    HostState saved = load(hostId).orElseGet(() -> HostState.firstBoot(hostId, boot));
    HostState state = saved.boot().equals(boot) ? saved : saved.rebooted(boot);
    RevocableStrand strand = new RevocableStrand(new Steps());
    agent = strand;
    new HostSession(
            state,
            world.seams().kernel(kernel),
            new SimulatedVmMemory(MoveSettings.PUBLISHED, strand, world.dice().source()),
            new Peers(line, line, this),
            strand,
            world.dice().source())
        .start(() -> {});
  }

  @Override
  public String toString() {
    return hostId;
  }

  @Override
  public Optional<HostState> load(String id) {
    return Optional.ofNullable(disk);
  }

  @Override
  public void save(HostState state) throws IOException {
    if (world.dice().trouble(100)) {
      throw new IOException("the disk is full");
    }
    disk = state;
  }

  /** Steps of the agent, one after the other on the simulated clock. */
  private final class Steps implements Strand {

    private long last;

    @Override
    public void execute(Runnable step) {
      last = Math.max(last, world.timeline().now() + world.dice().between(5, 100));
      world.timeline().at(last, "the agent of " + hostId, step);
    }

    @Override
    public void after(Duration delay, Runnable step) {
      world.timeline().after(delay.toNanos() / 1_000, "a timer of " + hostId + "'s agent", step);
    }

    @Override
    public long nowMillis() {
      return world.timeline().now() / Timeline.MILLIS;
    }
  }
}
