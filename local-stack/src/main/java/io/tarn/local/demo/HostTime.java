package io.tarn.local.demo;

import io.tarn.local.home.CannotStart;
import io.tarn.local.rest.Persistent;
import io.tarn.local.rest.Reply;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The clock of the simulated hosts, moved by a replay: they read their VMs up to it. */
final class HostTime {

  private static final String CLOCK = "/v1/clock";
  private static final double MILLIS = 1000;

  /**
   * How far a move goes: hosts read all that is due at once, and what comes and goes within it is
   * never seen by them.
   */
  static final double STEP_SECONDS = 1_800;

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

  /** A clock on which a past ends when this UTC day began. */
  static HostTime endingToday(Persistent calls, String agents, Past past) {
    return new HostTime(calls, agents, midnight(-past.days()));
  }

  /**
   * A clock on which a past ends when the next UTC day begins, so that what is replayed after it
   * comes after everything that happened so far.
   */
  static HostTime endingTomorrow(Persistent calls, String agents, Past past) {
    return new HostTime(calls, agents, midnight(1L - past.days()));
  }

  private static Instant midnight(long days) {
    return LocalDate.now(ZoneOffset.UTC).plusDays(days).atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  /**
   * Whether the hosts' clock was let go before.
   *
   * @throws CannotStart when the agents do not answer
   */
  boolean goesByItself() throws CannotStart, InterruptedException {
    return asked("GET", null).path("clock").asString("").equals("wall");
  }

  /**
   * Whether the hosts' clock was moved before.
   *
   * @throws CannotStart when the agents do not answer
   */
  boolean begun() throws CannotStart, InterruptedException {
    return asked("GET", null).path("nowMillis").asLong(0) > 0;
  }

  /**
   * Moves the clock; nothing happens when it shows that already.
   *
   * @param seconds of the replay, rounded down to whole milliseconds; does not fall
   * @throws CannotStart when the agents refuse or do not answer
   */
  void moveTo(double seconds) throws CannotStart, InterruptedException {
    if (seconds > shownSeconds) {
      long millis = origin.toEpochMilli() + (long) (seconds * MILLIS);
      JsonNode unused = asked("POST", Map.of("nowMillis", millis));
      shownSeconds = seconds;
    }
  }

  /**
   * Moves the clock step by step to what the wall shows.
   *
   * @throws CannotStart when the agents refuse or do not answer
   */
  void moveToNow() throws CannotStart, InterruptedException {
    double now = (System.currentTimeMillis() - origin.toEpochMilli()) / MILLIS;
    for (double next = shownSeconds + STEP_SECONDS; next < now; next += STEP_SECONDS) {
      moveTo(next);
    }
    moveTo(now);
  }

  /**
   * Lets the clock go, for good.
   *
   * @throws CannotStart when the agents refuse or do not answer
   */
  void letGo() throws CannotStart, InterruptedException {
    JsonNode unused = asked("POST", Map.of("goesByItself", true));
  }

  private JsonNode asked(String method, @Nullable Object body)
      throws CannotStart, InterruptedException {
    try {
      Reply reply = calls.call(method, agents, CLOCK, body, 0);
      if (!reply.ok()) {
        throw new CannotStart("The hosts' clock: " + reply.detail());
      }
      return reply.body();
    } catch (IOException e) {
      throw new CannotStart("The hosts' clock: " + e.getMessage(), e);
    }
  }
}
