package io.tarn.agent.host;

import io.tarn.agent.emc.OwnershipChecker;
import io.tarn.agent.enact.BlockMover;
import io.tarn.agent.feed.AckSender;
import io.tarn.agent.feed.BootReporter;
import io.tarn.agent.feed.FeedFollower;
import io.tarn.agent.kernel.MemoryBlocks;
import io.tarn.agent.kernel.SliceId;
import io.tarn.agent.kernel.VmMemory;
import io.tarn.agent.operation.OperationBook;
import io.tarn.agent.operation.OperationRunner;
import io.tarn.agent.slice.HeldSlice;
import io.tarn.agent.slice.Phase;
import io.tarn.agent.slice.SliceBook;
import io.tarn.agent.strand.Backoff;
import io.tarn.agent.strand.RevocableStrand;
import io.tarn.agent.strand.Strand;
import io.tarn.contracts.pool.BootReport;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agent of one boot of one host: reports the boot, then follows the feed, enacts what it says
 * and reports what it sees, until it is stopped or superseded. Everything happens on the strand.
 */
public final class HostSession implements FeedFollower.Surroundings {

  private static final Logger LOG = LoggerFactory.getLogger(HostSession.class);
  private static final Duration FIRST_WAIT = Duration.ofMillis(100);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(3);

  private final String hostId;
  private final BootReport boot;
  private final MemoryBlocks memory;
  private final RandomGenerator random;
  private final RevocableStrand strand;
  private final SliceBook book;
  private final OperationBook operations;
  private final Durability durability;
  private final BootReporter reporter;
  private final FeedFollower follower;
  private final OwnershipChecker owners;
  private final BlockMover mover;
  private final OperationRunner runner;
  private final AckSender acks;
  private Link link = Link.REPORTING;

  /**
   * @param state where the host was left; its memory is what {@code memory} says
   * @param memory the kernel's memory
   * @param vms the memory of its VMs
   * @param peers whom to talk to
   * @param hostStrand the host's strand
   * @param random draws the jitter of waits
   */
  public HostSession(
      HostState state,
      MemoryBlocks memory,
      VmMemory vms,
      Peers peers,
      Strand hostStrand,
      RandomGenerator random) {
    this.hostId = state.hostId();
    this.boot = state.boot();
    this.memory = memory;
    this.random = random;
    this.strand = new RevocableStrand(hostStrand);
    this.book = new SliceBook(state.book(), memory.blocksPerSlice());
    this.operations = new OperationBook(state.operations());
    this.durability = new Durability(strand, this::state, peers.store(), backoff());
    this.reporter =
        new BootReporter(
            hostId, boot, strand, peers.manager(), backoff(), this::accepted, this::superseded);
    this.follower =
        new FeedFollower(hostId, strand, peers.manager(), book, operations, backoff(), this);
    this.owners =
        new OwnershipChecker(hostId, strand, peers.emcs(), book, this::backoff, this::checked);
    this.acks =
        new AckSender(
            hostId,
            boot.bootId(),
            strand,
            peers.manager(),
            book,
            operations,
            backoff(),
            this::whenDurable,
            this::superseded);
    this.mover = new BlockMover(hostId, strand, memory, book, owners, this::moved);
    this.runner = new OperationRunner(hostId, strand, vms, book, operations, acks::send);
  }

  private Backoff backoff() {
    return new Backoff(FIRST_WAIT, LONGEST_WAIT, random);
  }

  /**
   * Starts to work.
   *
   * @param durable told once the boot is durable, before the manager hears of it
   */
  public void start(Runnable durable) {
    whenDurable(
        () -> {
          durable.run();
          reporter.report();
        });
  }

  /** Stops for good; to be called on the strand. */
  public void stop() {
    strand.revoke();
  }

  private void accepted() {
    link = Link.FOLLOWING;
    for (Phase phase : Phase.values()) {
      book.in(phase).forEach(slice -> book.seeAgain(slice, offlineBlocks(slice.id())));
    }
    enact();
    acks.send();
    follower.follow();
  }

  @Override
  public void whenDurable(Runnable step) {
    durability.then(step);
  }

  @Override
  public void enact() {
    owners.check();
    mover.move();
    runner.run();
    acks.send();
  }

  private void checked() {
    mover.move();
    moved();
  }

  /** What came online, or cannot, may be what an operation waits for. */
  private void moved() {
    runner.attach();
    acks.send();
  }

  @Override
  public void notWired() {
    link = Link.REPORTING;
    reporter.report();
  }

  @Override
  public void superseded(String detail) {
    link = Link.SUPERSEDED;
    LOG.error(
        "{}: boot {} is superseded, this agent stops acting for it: {}",
        hostId,
        boot.bootId(),
        detail);
    strand.revoke();
  }

  /** The host as it is now; to be called on the strand. */
  public HostState state() {
    return new HostState(hostId, boot, memory.onlineBlocks(), book.content(), operations.content());
  }

  /** The host as its control shows it; to be called on the strand. */
  public HostStatus status() {
    List<HostStatus.OnlineSlice> online =
        memory.onlineBlocks().keySet().stream().sorted().map(this::onlineSlice).toList();
    return new HostStatus(
        hostId, boot.bootId(), boot.bootedAtMillis(), link, book.position(), online);
  }

  private HostStatus.OnlineSlice onlineSlice(SliceId id) {
    HeldSlice held = book.held(id).orElse(null);
    return new HostStatus.OnlineSlice(
        id.poolId(),
        id.slice(),
        held == null ? 0 : held.generation(),
        offlineBlocks(id),
        held == null ? null : held.phase(),
        held == null ? null : held.cause());
  }

  private int offlineBlocks(SliceId id) {
    return memory.blocksPerSlice() - memory.onlineBlocks(id);
  }
}
