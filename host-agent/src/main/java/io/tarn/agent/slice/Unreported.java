package io.tarn.agent.slice;

import io.tarn.agent.kernel.SliceId;
import io.tarn.contracts.pool.Observation;
import io.tarn.contracts.pool.Observation.Seen;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the manager has not confirmed: of each slice and generation the newest observation, the
 * oldest of them first.
 */
final class Unreported {

  private record Seat(SliceId id, long generation) {}

  private final int blocksPerSlice;
  private final Map<Seat, Observation> observations = new LinkedHashMap<>();

  Unreported(int blocksPerSlice) {
    this.blocksPerSlice = blocksPerSlice;
  }

  void see(SliceId id, long generation, Seen seen, int offlineBlocks, @Nullable String cause) {
    see(
        new Observation(
            id.poolId(), id.slice(), generation, seen, offlineBlocks, blocksPerSlice, cause));
  }

  void see(Observation observation) {
    Seat seat = seat(observation);
    observations.remove(seat);
    observations.put(seat, observation);
  }

  /** Nothing of it came online. */
  void refused(SliceId id, long generation, String cause) {
    see(id, generation, Seen.REFUSED, blocksPerSlice, cause);
  }

  /** Refuses a command, unless something is about to be said of the slice anyway. */
  void refuseUnlessTold(SliceId id, long generation, String cause) {
    if (!observations.containsKey(new Seat(id, generation))) {
      refused(id, generation, cause);
    }
  }

  /** A slice is stuck, after the command that it is released by. */
  void stuck(HeldSlice slice, int offlineBlocks) {
    see(
        new Observation(
            slice.id().poolId(),
            slice.id().slice(),
            slice.generation(),
            Seen.STUCK,
            offlineBlocks,
            blocksPerSlice,
            slice.cause(),
            slice.releasedBy() == 0 ? null : slice.releasedBy()));
  }

  List<Observation> oldest(int most) {
    return observations.values().stream().limit(most).toList();
  }

  /** Those that have changed since stay. */
  void confirmed(List<Observation> confirmed) {
    confirmed.forEach(observation -> observations.remove(seat(observation), observation));
  }

  private static Seat seat(Observation observation) {
    return new Seat(
        new SliceId(observation.poolId(), observation.slice()), observation.generation());
  }
}
