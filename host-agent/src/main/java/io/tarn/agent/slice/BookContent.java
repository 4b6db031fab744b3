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
   * What is left after the host booted. Its memory is gone: what was to go offline is offline. What
   * was online, or to be, the manager commands again when it still wants it; whether it does the
   * agent cannot know, since an order to clear the owner may be on its way to the EMC.
   */
  public BookContent afterBoot() {
    List<HeldSlice> left =
        held.stream()
            .filter(slice -> slice.phase() == Phase.RELEASING || slice.phase() == Phase.STUCK)
            .map(slice -> slice.to(Phase.RELEASING))
            .toList();
    List<Observation> stillTrue =
        unreported.stream()
            .filter(seen -> seen.seen() == Seen.OFFLINE || seen.seen() == Seen.REFUSED)
            .toList();
    return new BookContent(position, left, Map.of(), stillTrue);
  }
}
