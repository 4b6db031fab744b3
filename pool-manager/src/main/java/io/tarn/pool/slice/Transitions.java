package io.tarn.pool.slice;

import static io.tarn.contracts.pool.SliceState.ASSIGNED;
import static io.tarn.contracts.pool.SliceState.FREE;
import static io.tarn.contracts.pool.SliceState.LOST;
import static io.tarn.contracts.pool.SliceState.OFFLINING;
import static io.tarn.contracts.pool.SliceState.ONLINE;
import static io.tarn.contracts.pool.SliceState.QUARANTINED;
import static io.tarn.contracts.pool.SliceState.RELEASING;
import static io.tarn.contracts.pool.SliceState.SCRUBBING;

import io.tarn.contracts.pool.SliceState;
import io.tarn.pool.slice.SliceRecord.Kind;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * The transition table of a slice: state and record to the next state. What is absent is illegal.
 */
final class Transitions {

  private static final Map<SliceState, Map<Kind, SliceState>> TABLE =
      new EnumMap<>(SliceState.class);

  static {
    put(FREE, Kind.ASSIGNED, ASSIGNED);

    put(ASSIGNED, Kind.OWNER_SET, ASSIGNED);
    put(ASSIGNED, Kind.ONLINE_SEEN, ONLINE);
    put(ASSIGNED, Kind.ONLINE_REFUSED, ASSIGNED);
    put(ASSIGNED, Kind.RELEASE_ASKED, RELEASING);

    put(ONLINE, Kind.DROPPED, ASSIGNED);
    put(ONLINE, Kind.HOST_REBOOTED, ASSIGNED);
    put(ONLINE, Kind.RELEASE_ASKED, RELEASING);

    put(RELEASING, Kind.OWNER_SET, RELEASING);
    put(RELEASING, Kind.OFFLINE_SEEN, OFFLINING);
    put(RELEASING, Kind.STUCK, QUARANTINED);

    put(OFFLINING, Kind.OFFLINE_SEEN, OFFLINING);
    put(OFFLINING, Kind.HOST_REBOOTED, OFFLINING);
    put(OFFLINING, Kind.STUCK, QUARANTINED);
    put(OFFLINING, Kind.OWNER_CLEARED, SCRUBBING);

    put(QUARANTINED, Kind.STUCK, QUARANTINED);
    put(QUARANTINED, Kind.HOST_REBOOTED, RELEASING);
    put(QUARANTINED, Kind.REPAIR_STARTED, RELEASING);
    put(QUARANTINED, Kind.RECALLED, RELEASING);

    put(SCRUBBING, Kind.SCRUBBED, FREE);

    put(ASSIGNED, Kind.FENCED, QUARANTINED);
    put(ONLINE, Kind.FENCED, QUARANTINED);
    put(RELEASING, Kind.FENCED, QUARANTINED);
    put(OFFLINING, Kind.FENCED, QUARANTINED);
    put(QUARANTINED, Kind.FENCED, QUARANTINED);
    put(LOST, Kind.FENCED, LOST);
    put(QUARANTINED, Kind.OWNER_SET, QUARANTINED);
    put(QUARANTINED, Kind.OWNER_CLEARED, SCRUBBING);
    put(QUARANTINED, Kind.FENCE_LIFTED, RELEASING);
    put(LOST, Kind.FENCE_LIFTED, LOST);

    put(FREE, Kind.ENTRY_TAKEN_OVER, SCRUBBING);
    put(SCRUBBING, Kind.ENTRY_TAKEN_OVER, SCRUBBING);
    put(RELEASING, Kind.ENTRY_TAKEN_OVER, SCRUBBING);
    put(OFFLINING, Kind.ENTRY_TAKEN_OVER, SCRUBBING);
    put(QUARANTINED, Kind.ENTRY_TAKEN_OVER, SCRUBBING);
    put(SCRUBBING, Kind.OWNER_CLEARED, SCRUBBING);

    for (SliceState state : SliceState.values()) {
      if (state != LOST) {
        put(state, Kind.EMC_FAILED, LOST);
      }
    }
    put(LOST, Kind.OFFLINE_SEEN, LOST);
    put(LOST, Kind.HOST_REBOOTED, LOST);
    put(LOST, Kind.EMC_REPLACED, SCRUBBING);
  }

  private Transitions() {}

  static Optional<SliceState> next(SliceState state, Kind kind) {
    return Optional.ofNullable(TABLE.getOrDefault(state, Map.of()).get(kind));
  }

  private static void put(SliceState from, Kind kind, SliceState to) {
    TABLE.computeIfAbsent(from, state -> new EnumMap<>(Kind.class)).put(kind, to);
  }
}
