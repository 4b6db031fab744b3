package io.tarn.agent.slice;

import io.tarn.agent.kernel.SliceId;
import io.tarn.contracts.pool.Observation;
import io.tarn.contracts.pool.Observation.Seen;
import java.util.List;
import java.util.Map;

/**
 * What a book says at one moment.
 *
 * @param position sequence of the last command taken in
 * @param held the slices that commands have named and that are not gone yet
 * @param released the highest generation that went offline, by slice
 * @param unreported observations that the manager has not confirmed
 */
public record BookContent(
    long position,
    List<HeldSlice> held,
    Map<SliceId, Long> released,
    List<Observation> unreported) {

  /** Nothing was ever commanded. */
  public static final BookContent EMPTY = new BookContent(0, List.of(), Map.of(), List.of());

  /** Copies the collections. */
  public BookContent {
    held = List.copyOf(held);
    released = Map.copyOf(released);
    unreported = List.copyOf(unreported);
  }

  /**
   * What is left after the host booted. Its memory is gone: what was to go offline is offline, what
   * the manager knows to be online it commands again, and what it has not been told is brought
   * online again as if the command had just come.
   */
  public BookContent afterBoot() {
    List<HeldSlice> left =
        held.stream()
            .filter(slice -> slice.phase() != Phase.ONLINE || isUnreported(slice))
            .map(slice -> slice.to(afterBoot(slice.phase())))
            .toList();
    List<Observation> stillTrue =
        unreported.stream()
            .filter(seen -> seen.seen() == Seen.OFFLINE || seen.seen() == Seen.REFUSED)
            .toList();
    return new BookContent(position, left, Map.of(), stillTrue);
  }

  private static Phase afterBoot(Phase phase) {
    return switch (phase) {
      case WANTED, ONLINE -> Phase.WANTED;
      case RELEASING, STUCK -> Phase.RELEASING;
    };
  }

  private boolean isUnreported(HeldSlice slice) {
    return unreported.stream()
        .anyMatch(
            seen ->
                seen.poolId().equals(slice.id().poolId())
                    && seen.slice() == slice.id().slice()
                    && seen.generation() == slice.generation());
  }
}
