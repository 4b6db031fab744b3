package io.tarn.pool.sim;

import java.util.Comparator;
import java.util.PriorityQueue;

/** What will happen, in the order of a simulated clock; the clock goes when something happens. */
final class Timeline {

  static final long MILLIS = 1_000;
  static final long SECONDS = 1_000_000;

  private final PriorityQueue<Event> events =
      new PriorityQueue<>(
          Comparator.<Event>comparingLong(event -> event.atMicros)
              .thenComparingLong(event -> event.order));
  private long nowMicros = 1_000 * SECONDS;
  private long order;

  /** Microseconds since some moment; never falls. */
  long now() {
    return nowMicros;
  }

  /** Has something happen at a time, after whatever else happens at it and was planned before. */
  Event at(long atMicros, String what, Runnable action) {
    Event event = new Event(Math.max(nowMicros, atMicros), order++, what, action);
    events.add(event);
    return event;
  }

  /** Has something happen after a delay. */
  Event after(long delayMicros, String what, Runnable action) {
    return at(nowMicros + delayMicros, what, action);
  }

  /** Takes the next event and moves the clock to it; there always is one. */
  Event next() {
    Event event = events.remove();
    while (event.calledOff) {
      event = events.remove();
    }
    nowMicros = event.atMicros;
    return event;
  }

  /** Something that will happen, unless it is called off. */
  static final class Event {

    private final long atMicros;
    private final long order;
    private final String what;
    private final Runnable action;
    private boolean calledOff;

    private Event(long atMicros, long order, String what, Runnable action) {
      this.atMicros = atMicros;
      this.order = order;
      this.what = what;
      this.action = action;
    }

    /** In words. */
    String what() {
      return what;
    }

    void happen() {
      action.run();
    }

    void callOff() {
      calledOff = true;
    }
  }
}
