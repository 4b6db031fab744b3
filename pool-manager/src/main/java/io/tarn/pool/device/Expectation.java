package io.tarn.pool.device;

import io.tarn.contracts.emc.TableEntry;
import io.tarn.pool.slice.Slice;
import io.tarn.pool.slice.SliceRecord.EmcReplaced;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a device's entry of a slice may be before and after the next step; equal when the step is to
 * erase, or to get up to the generations of a replacement, which may be higher.
 *
 * @param before the entry as it was last read back
 * @param after the entry that the step makes of it
 */
record Expectation(TableEntry before, TableEntry after) {

  /** What a slice's next step expects; {@code null} when the step is not the device's. */
  static @Nullable Expectation of(Slice slice, Map<String, Integer> ports) {
    if (!slice.needsDevice()) {
      return null;
    }
    int number = slice.key().number();
    TableEntry free = new TableEntry(number, null, slice.generation());
    TableEntry none = new TableEntry(number, null, slice.generation() + 1);
    return switch (slice.state()) {
      case ASSIGNED, RELEASING -> new Expectation(free, owned(slice, ports, 1));
      case OFFLINING -> new Expectation(owned(slice, ports, 0), none);
      // whoever is in an entry that was taken over
      case SCRUBBING -> new Expectation(free, slice.settled() ? free : none);
      case LOST -> {
        TableEntry renewed = new TableEntry(number, null, EmcReplaced.firstGeneration(slice));
        yield new Expectation(renewed, renewed);
      }
      // nobody was told of one that is not settled: its generation rises without an owner, so that
      // a
      // call which is still under way finds another entry
      case QUARANTINED -> new Expectation(slice.settled() ? owned(slice, ports, 0) : free, none);
      case FREE, ONLINE -> null;
    };
  }

  /** Whether the step changes the owner. */
  boolean changes() {
    return !before.equals(after);
  }

  /** What an entry is when the host was made its owner. */
  static TableEntry ownerSet(Slice slice, Map<String, Integer> ports) {
    return owned(slice, ports, 1);
  }

  private static TableEntry owned(Slice slice, Map<String, Integer> ports, int later) {
    Integer port = ports.get(slice.hostId());
    if (port == null) {
      throw new IllegalStateException("host " + slice.hostId() + " has no port: " + slice.key());
    }
    return new TableEntry(slice.key().number(), port, slice.generation() + later);
  }
}
