package io.tarn.local.demo;

import io.tarn.local.home.CannotStart;
import io.tarn.local.rest.Persistent;
import io.tarn.local.rest.Reply;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The clock of the simulated hosts, moved by a replay: they read their VMs up to it. */
final class HostTime {

  private static final double MILLIS = 1000;

  private final Persistent calls;
  private final List<String> agents;
  private final Instant origin;
  private double shownSeconds = -1;

  /**
   * @param calls makes the calls
   * @param agents base URI of the agents
   * @param origin when the replay's second 0 is
   */
  HostTime(Persistent calls, String agents, Instant origin) {
    this.calls = calls;
    this.agents = List.of(agents);
    this.origin = origin;
  }

  /**
   * Moves the clock; nothing happens when it shows that already.
   *
   * @param seconds of the replay, rounded down to whole milliseconds; does not fall
   * @throws CannotStart when the agents refuse or do not answer
   */
  void moveTo(double seconds) throws CannotStart, InterruptedException {
    if (seconds <= shownSeconds) {
      return;
    }
    long millis = origin.toEpochMilli() + (long) (seconds * MILLIS);
    try {
      Reply reply = calls.call("POST", agents, "/v1/clock", Map.of("nowMillis", millis), 0);
      if (!reply.ok()) {
        throw new CannotStart("The hosts' clock cannot be moved: " + reply.detail());
      }
    } catch (IOException e) {
      throw new CannotStart("The hosts' clock cannot be moved: " + e.getMessage(), e);
    }
    shownSeconds = seconds;
  }
}
