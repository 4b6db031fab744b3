package io.tarn.agent.slice;

import io.tarn.agent.kernel.SliceId;
import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.Observation;
import io.tarn.contracts.pool.Observation.Seen;
import io.tarn.contracts.pool.SliceRef;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The agent's book: what was commanded, where each slice is, and what the manager has not been told
 * yet. A command is taken in by writing down what is wanted; once the book is durable the command
 * is not needed again. Generations decide between commands for one slice: an older one never undoes
 * a newer one, and what was released at a generation does not come online at it again. Not safe for
 * use by several threads.
 */
public final class SliceBook {

  private final int blocksPerSlice;
  private final Map<SliceId, HeldSlice> held = new TreeMap<>();
  private final Map<SliceId, Long> released;
  private final Unreported unreported;
  private long position;

  /**
   * @param content where the book was left
   * @param blocksPerSlice memory blocks of a slice
   */
  public SliceBook(BookContent content, int blocksPerSlice) {
    this.blocksPerSlice = blocksPerSlice;
    this.position = content.position();
    this.released = new TreeMap<>(content.released());
    content.held().forEach(slice -> held.put(slice.id(), slice));
    this.unreported = new Unreported(blocksPerSlice);
    content.unreported().forEach(unreported::see);
  }

  /** Everything in the book. */
  public BookContent content() {
    return new BookContent(
        position, List.copyOf(held.values()), released, unreported.oldest(Integer.MAX_VALUE));
  }

  /** Sequence of the last command taken in, 0 before the first. */
  public long position() {
    return position;
  }

  /** The slice as it is held, if it is. */
  public Optional<HeldSlice> held(SliceId id) {
    return Optional.ofNullable(held.get(id));
  }

  /** The slices of which blocks are to be brought online, in order. */
  public List<HeldSlice> wanted() {
    return held.values().stream().filter(HeldSlice::wanted).toList();
  }

  /** The slices in a phase, in order. */
  public List<HeldSlice> in(Phase phase) {
    return held.values().stream().filter(slice -> slice.phase() == phase).toList();
  }

  /**
   * Takes in the next command.
   *
   * @param command its sequence follows the position
   * @param releases the releases that are known to come after it; what they name is not brought
   *     online first
   */
  public void take(HostCommand command, Releases releases) {
    for (SliceRef ref : command.slices()) {
      SliceId id = new SliceId(command.poolId(), ref.slice());
      switch (command.kind()) {
        case ONLINE -> {
          if (!releases.after(command.sequence(), id, ref.generation())) {
            want(command, id, ref.generation());
          }
        }
        case OFFLINE -> release(command, id, ref.generation());
        case DRAIN -> drain(id, ref.generation());
        case OPERATE, CANCEL -> {}
      }
    }
    position = command.sequence();
  }

  /**
   * Whether a command is to be left in the feed for a while: it wants a slice that an older
   * generation is just leaving. A manager that heard of the leaving before it gave the slice away
   * never sends such a command; one that cleared the owner without this host does.
   */
  public boolean mustWait(HostCommand command, Releases releases) {
    return command.kind() == HostCommand.Kind.ONLINE
        && command.slices().stream().anyMatch(ref -> mustWait(command, ref, releases));
  }

  private boolean mustWait(HostCommand command, SliceRef ref, Releases releases) {
    SliceId id = new SliceId(command.poolId(), ref.slice());
    HeldSlice now = held.get(id);
    return now != null
        && now.phase() == Phase.RELEASING
        && now.generation() < ref.generation()
        && !releases.after(command.sequence(), id, ref.generation());
  }

  private void want(HostCommand command, SliceId id, long generation) {
    HeldSlice now = held.get(id);
    if (now == null || isFreshAndNotNewer(now, generation)) {
      if (released.getOrDefault(id, 0L) >= generation) {
        unreported.refuseUnlessTold(id, generation, "released");
      } else {
        hold(command, id, generation, Phase.WANTED);
      }
    } else if (now.generation() == generation && mayReturn(now)) {
      hold(command, id, generation, Phase.RETURNING);
    } else if (now.generation() < generation) {
      unreported.refuseUnlessTold(id, generation, "held-by-older-grant");
    } else if (now.generation() > generation) {
      unreported.refuseUnlessTold(id, generation, "superseded");
    } else if (now.phase() == Phase.ONLINE) {
      unreported.see(id, generation, Seen.ONLINE, 0, null);
    } else {
      unreported.refuseUnlessTold(id, generation, "being-released");
    }
  }

  /** Whether nothing of it is online yet, so that a newer grant may take its place. */
  private static boolean isFreshAndNotNewer(HeldSlice now, long generation) {
    boolean fresh = now.phase() == Phase.WANTED || now.phase() == Phase.WANTED_TO_DRAIN;
    return fresh && now.generation() <= generation;
  }

  private static boolean mayReturn(HeldSlice now) {
    return now.phase() == Phase.DRAINING || now.phase() == Phase.RETURNING;
  }

  private void hold(HostCommand command, SliceId id, long generation, Phase phase) {
    held.put(id, new HeldSlice(id, generation, phase, command.emc(), command.port(), null));
  }

  /**
   * Remembers that a slice is to be drained, whether it is online yet or not: the feed is read on
   * behind the command, so nobody says it again.
   */
  private void drain(SliceId id, long generation) {
    HeldSlice now = held.get(id);
    if (now == null || now.generation() != generation) {
      return;
    }
    switch (now.phase()) {
      case WANTED -> held.put(id, now.to(Phase.WANTED_TO_DRAIN));
      case ONLINE, RETURNING -> held.put(id, now.to(Phase.DRAINING));
      // it is so already, or everything goes
      case WANTED_TO_DRAIN, DRAINING, RELEASING, STUCK -> {}
    }
  }

  private void release(HostCommand command, SliceId id, long generation) {
    HeldSlice now = held.get(id);
    if (now != null && now.generation() > generation) {
      unreported.see(id, generation, Seen.OFFLINE, blocksPerSlice, null);
      return;
    }
    held.put(
        id,
        new HeldSlice(
            id,
            generation,
            Phase.RELEASING,
            command.emc(),
            command.port(),
            null,
            command.sequence()));
  }

  /** Says again where a slice is, unless it is about to change; for a manager that may not know. */
  public void seeAgain(HeldSlice slice, int offlineBlocks) {
    switch (slice.phase()) {
      case ONLINE -> unreported.see(slice.id(), slice.generation(), Seen.ONLINE, 0, null);
      case DRAINING -> drained(slice, offlineBlocks);
      case STUCK -> unreported.stuck(slice, Math.min(offlineBlocks, blocksPerSlice - 1));
      case RETURNING -> {
        if (slice.cause() != null) {
          unreported.refused(slice.id(), slice.generation(), slice.cause());
        }
      }
      case WANTED, WANTED_TO_DRAIN, RELEASING -> {}
    }
  }

  /** Every block of a slice came online; nothing happens when it is no longer wanted. */
  public void cameOnline(HeldSlice wanted) {
    if (isStill(wanted)) {
      held.put(wanted.id(), wanted.to(wanted.phase().onceOnline()));
      unreported.see(wanted.id(), wanted.generation(), Seen.ONLINE, 0, null);
    }
  }

  /**
   * Blocks that its VM does not use are offline; nothing happens when it is not drained any more.
   */
  public void drained(HeldSlice draining, int offlineBlocks) {
    if (isStill(draining)) {
      unreported.see(draining.id(), draining.generation(), Seen.ONLINE, offlineBlocks, null);
    }
  }

  /**
   * The EMC does not let a slice come online; nothing happens when it is no longer wanted. One that
   * was to come back stays as it is until the next command: its VM uses what is online of it.
   */
  public void refused(HeldSlice wanted, String cause) {
    if (isStill(wanted)) {
      if (wanted.phase() == Phase.RETURNING) {
        held.put(wanted.id(), wanted.resting(cause));
      } else {
        held.remove(wanted.id());
      }
      unreported.refused(wanted.id(), wanted.generation(), cause);
    }
  }

  /** Some blocks of a releasing slice are offline. */
  public void progressed(HeldSlice releasing, int offlineBlocks) {
    unreported.see(releasing.id(), releasing.generation(), Seen.OFFLINING, offlineBlocks, null);
  }

  /** Every block of a releasing slice is offline. */
  public void wentOffline(HeldSlice releasing) {
    held.remove(releasing.id());
    released.merge(releasing.id(), releasing.generation(), Math::max);
    unreported.see(releasing.id(), releasing.generation(), Seen.OFFLINE, blocksPerSlice, null);
  }

  /** A block of a releasing slice cannot be taken offline. */
  public void gotStuck(HeldSlice releasing, int offlineBlocks, String cause) {
    HeldSlice stuck = releasing.stuck(cause);
    held.put(stuck.id(), stuck);
    unreported.stuck(stuck, offlineBlocks);
  }

  /** Whether a slice is held exactly so. */
  public boolean isStill(HeldSlice slice) {
    return slice.equals(held.get(slice.id()));
  }

  /** The oldest observations that the manager has not confirmed, at most a number of them. */
  public List<Observation> unreported(int most) {
    return unreported.oldest(most);
  }

  /** The manager confirmed observations; those that have changed since stay to be reported. */
  public void reported(List<Observation> confirmed) {
    unreported.confirmed(confirmed);
  }
}
