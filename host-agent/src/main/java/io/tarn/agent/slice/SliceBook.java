package io.tarn.agent.slice;

import io.tarn.agent.kernel.SliceId;
import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.Observation;
import io.tarn.contracts.pool.Observation.Seen;
import io.tarn.contracts.pool.SliceRef;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The agent's book: what was commanded, where each slice is, and what the manager has not been told
 * yet. A command is taken in by writing down what is wanted; once the book is durable the command
 * is not needed again. Generations decide between commands for one slice: an older one never undoes
 * a newer one, and what was released at a generation does not come online at it again. Not safe for
 * use by several threads.
 */
public final class SliceBook {

  private record Seat(SliceId id, long generation) {}

  private final int blocksPerSlice;
  private final Map<SliceId, HeldSlice> held = new TreeMap<>();
  private final Map<SliceId, Long> released;
  private final Map<Seat, Observation> unreported = new LinkedHashMap<>();
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
    content.unreported().forEach(this::see);
  }

  /** Everything in the book. */
  public BookContent content() {
    return new BookContent(
        position, List.copyOf(held.values()), released, List.copyOf(unreported.values()));
  }

  /** Sequence of the last command taken in, 0 before the first. */
  public long position() {
    return position;
  }

  /** The slice as it is held, if it is. */
  public Optional<HeldSlice> held(SliceId id) {
    return Optional.ofNullable(held.get(id));
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
    if (now == null || (now.phase() == Phase.WANTED && now.generation() <= generation)) {
      if (released.getOrDefault(id, 0L) >= generation) {
        refuseUnlessTold(id, generation, "released");
      } else {
        held.put(
            id, new HeldSlice(id, generation, Phase.WANTED, command.emc(), command.port(), null));
      }
    } else if (now.generation() < generation) {
      refuseUnlessTold(id, generation, "held-by-older-grant");
    } else if (now.generation() > generation) {
      refuseUnlessTold(id, generation, "superseded");
    } else {
      seeAgain(now, blocksPerSlice);
    }
  }

  private void release(HostCommand command, SliceId id, long generation) {
    HeldSlice now = held.get(id);
    if (now != null && now.generation() > generation) {
      see(id, generation, Seen.OFFLINE, blocksPerSlice, null);
      return;
    }
    held.put(
        id, new HeldSlice(id, generation, Phase.RELEASING, command.emc(), command.port(), null));
  }

  /** Says again where a slice is, unless it is about to change; for a manager that may not know. */
  public void seeAgain(HeldSlice slice, int offlineBlocks) {
    switch (slice.phase()) {
      case ONLINE -> see(slice.id(), slice.generation(), Seen.ONLINE, 0, null);
      case STUCK ->
          see(
              slice.id(),
              slice.generation(),
              Seen.STUCK,
              Math.min(offlineBlocks, blocksPerSlice - 1),
              slice.cause());
      case WANTED, RELEASING -> {}
    }
  }

  /** Every block of a slice came online; nothing happens when it is no longer wanted. */
  public void cameOnline(HeldSlice wanted) {
    if (isStill(wanted)) {
      held.put(wanted.id(), wanted.to(Phase.ONLINE));
      see(wanted.id(), wanted.generation(), Seen.ONLINE, 0, null);
    }
  }

  /** The EMC does not let a slice come online; nothing happens when it is no longer wanted. */
  public void refused(HeldSlice wanted, String cause) {
    if (isStill(wanted)) {
      held.remove(wanted.id());
      see(wanted.id(), wanted.generation(), Seen.REFUSED, blocksPerSlice, cause);
    }
  }

  /** Some blocks of a releasing slice are offline. */
  public void progressed(HeldSlice releasing, int offlineBlocks) {
    see(releasing.id(), releasing.generation(), Seen.OFFLINING, offlineBlocks, null);
  }

  /** Every block of a releasing slice is offline. */
  public void wentOffline(HeldSlice releasing) {
    held.remove(releasing.id());
    released.merge(releasing.id(), releasing.generation(), Math::max);
    see(releasing.id(), releasing.generation(), Seen.OFFLINE, blocksPerSlice, null);
  }

  /** A block of a releasing slice cannot be taken offline. */
  public void gotStuck(HeldSlice releasing, int offlineBlocks, String cause) {
    held.put(releasing.id(), releasing.stuck(cause));
    see(releasing.id(), releasing.generation(), Seen.STUCK, offlineBlocks, cause);
  }

  /** Whether a slice is held exactly so. */
  public boolean isStill(HeldSlice slice) {
    return slice.equals(held.get(slice.id()));
  }

  /** The oldest observations that the manager has not confirmed, at most a number of them. */
  public List<Observation> unreported(int most) {
    return unreported.values().stream().limit(most).toList();
  }

  /** The manager confirmed observations; those that have changed since stay to be reported. */
  public void reported(List<Observation> confirmed) {
    for (Observation observation : confirmed) {
      unreported.remove(seat(observation), observation);
    }
  }

  private void refuseUnlessTold(SliceId id, long generation, String cause) {
    if (!unreported.containsKey(new Seat(id, generation))) {
      see(id, generation, Seen.REFUSED, blocksPerSlice, cause);
    }
  }

  private void see(
      SliceId id, long generation, Seen seen, int offlineBlocks, @Nullable String cause) {
    see(
        new Observation(
            id.poolId(), id.slice(), generation, seen, offlineBlocks, blocksPerSlice, cause));
  }

  private void see(Observation observation) {
    Seat seat = seat(observation);
    unreported.remove(seat);
    unreported.put(seat, observation);
  }

  private static Seat seat(Observation observation) {
    return new Seat(
        new SliceId(observation.poolId(), observation.slice()), observation.generation());
  }
}
