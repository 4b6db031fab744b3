package io.tarn.telemetry.query;

import io.tarn.telemetry.feed.FeedView;
import io.tarn.telemetry.memory.MemoryView;
import io.tarn.telemetry.window.Minute;
import io.tarn.telemetry.window.WindowView;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Looks at VMs and hosts. */
public interface TelemetryQueries {

  /** Whether the scheduler has told of a VM. */
  boolean known(String vmId);

  /** Whether any window or scan came of a VM. */
  boolean heard(String vmId);

  /**
   * Windows of a VM that start in a range, in the order of start and host.
   *
   * @param after the last window seen; those that follow it
   */
  List<WindowView> windows(String vmId, long fromMillis, long toMillis, Minute after, int limit);

  /** Milliseconds since the newest of a VM's windows closed. */
  OptionalLong windowAgeMillis(String vmId);

  /** A VM's memory. */
  Optional<MemoryView> memory(String vmId);

  /** What comes from a host, by topic. */
  List<FeedView> feeds(String hostId);
}
