package io.tarn.pool.audit;

import io.tarn.contracts.emc.TableEntry;
import io.tarn.pool.slice.Slice;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Which entries of an EMC's table fit a slice as it is recorded. Pure. */
final class Expected {

  private Expected() {}

  /** Whether an entry fits; also while the device is on its way to the next one. */
  static boolean fits(Slice slice, TableEntry entry, Map<String, Integer> ports) {
    long generation = slice.generation();
    boolean free = is(entry, null, generation);
    boolean cleared = is(entry, null, generation + 1);
    String host = slice.hostId();
    Integer port = host == null ? null : ports.get(host);
    boolean owned = port != null && is(entry, port, generation);
    boolean set = port != null && is(entry, port, generation + 1);
    return switch (slice.state()) {
      case FREE -> free;
      case SCRUBBING -> slice.settled() ? free : cleared || entry.generation() == generation;
      case ASSIGNED, RELEASING -> slice.settled() ? owned : free || set;
      case ONLINE -> owned;
      case OFFLINING -> owned || (slice.givenUp() && cleared);
      case QUARANTINED ->
          slice.settled() ? owned || (slice.fenced() && cleared) : free || set || cleared;
      // of a replacement, that nobody uses yet
      case LOST -> entry.owner() == null;
    };
  }

  private static boolean is(TableEntry entry, @Nullable Integer owner, long generation) {
    return Objects.equals(entry.owner(), owner) && entry.generation() == generation;
  }
}
