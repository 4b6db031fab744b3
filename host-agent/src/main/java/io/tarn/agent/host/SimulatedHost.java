package io.tarn.agent.host;

import io.tarn.agent.kernel.SimulatedMemory;
import io.tarn.agent.kernel.SimulatedVmMemory;
import io.tarn.agent.strand.Strand;
import io.tarn.contracts.pool.BootReport;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** A simulated host with its agent; can be rebooted. */
public final class SimulatedHost {

  /** As far as managers let a host's clock be ahead, unless they are set otherwise. */
  private static final Duration FAR_AHEAD = Duration.ofDays(1);

  private final String hostId;
  private final SimulationSettings settings;
  private final Peers peers;
  private final Strand strand;
  private final Supplier<String> bootIds;
  private final RandomGenerator random;
  private HostSession session;
  private volatile String bootId;

  /**
   * @param state where the host was left
   * @param bootIds names for boots, never the same twice
   * @param random draws delays, faults and jitter
   */
  public SimulatedHost(
      HostState state,
      SimulationSettings settings,
      Peers peers,
      Strand strand,
      Supplier<String> bootIds,
      RandomGenerator random) {
    this.hostId = state.hostId();
    this.settings = settings;
    this.peers = peers;
    this.strand = strand;
    this.bootIds = bootIds;
    this.random = random;
    this.session = session(state);
    this.bootId = state.boot().bootId();
  }

  /** The host's name. */
  public String hostId() {
    return hostId;
  }

  /** The name of its current boot. */
  public String bootId() {
    return bootId;
  }

  /** Starts its agent. */
  public void start() {
    strand.execute(() -> session.start(() -> {}));
  }

  /** The host as it is. */
  public CompletableFuture<HostStatus> status() {
    CompletableFuture<HostStatus> status = new CompletableFuture<>();
    strand.execute(() -> status.complete(session.status()));
    return status;
  }

  /** Boots the host again: its memory and its agent are gone; done once the boot is durable. */
  public CompletableFuture<HostStatus> reboot() {
    CompletableFuture<HostStatus> booted = new CompletableFuture<>();
    strand.execute(
        () -> {
          session.stop();
          BootReport next = nextBoot(session.state().boot());
          session = session(session.state().rebooted(next));
          bootId = next.bootId();
          session.start(() -> booted.complete(session.status()));
        });
    return booted;
  }

  /**
   * A boot that starts later than the one before, also when the clock has been put back a little.
   * Where the clock was far ahead it has been put right since: no manager lets in what starts so
   * late, so this one starts when it does.
   */
  private BootReport nextBoot(BootReport last) {
    long now = strand.nowMillis();
    boolean corrected = last.bootedAtMillis() - now > FAR_AHEAD.toMillis();
    long start = corrected ? now : Math.max(now, last.bootedAtMillis() + 1);
    return new BootReport(bootIds.get(), start, settings.blockBytes());
  }

  private HostSession session(HostState state) {
    SimulatedMemory memory =
        new SimulatedMemory(
            state.boot().blockBytes(),
            state.onlineBlocks(),
            settings.delays(),
            settings.faults(),
            settings.share(),
            strand,
            random);
    SimulatedVmMemory vms = new SimulatedVmMemory(settings.moves(), strand, random);
    return new HostSession(state, memory, vms, peers, strand, random);
  }
}
