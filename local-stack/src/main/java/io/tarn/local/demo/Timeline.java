package io.tarn.local.demo;

import io.tarn.fleet.Arrival;
import java.util.Comparator;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The arrivals and departures of a day in order of time; at the same moment who leaves goes first.
 * It ends with the last arrival or at the horizon, whichever is later: who would leave after that
 * stays.
 */
final class Timeline implements Iterator<Event> {

  private final Iterator<Arrival> arrivals;
  private final double horizonSeconds;
  private final PriorityQueue<Arrival> running =
      new PriorityQueue<>(
          Comparator.comparingDouble(Arrival::departureSeconds)
              .thenComparingLong(Arrival::sequence));
  private @Nullable Arrival next;
  private double lastArrivalSeconds;

  /**
   * @param arrivals in order of time
   * @param horizonSeconds how far to go at least
   */
  Timeline(Iterator<Arrival> arrivals, double horizonSeconds) {
    this.arrivals = arrivals;
    this.horizonSeconds = horizonSeconds;
    advance();
  }

  @Override
  public boolean hasNext() {
    return next != null || leavesInTime(running.peek());
  }

  @Override
  public Event next() {
    Arrival arriving = next;
    Arrival leaving = running.peek();
    if (leaving != null
        && leavesInTime(leaving)
        && (arriving == null || leaving.departureSeconds() <= arriving.arrivalSeconds())) {
      running.remove();
      return new Event.Leaves(leaving);
    }
    if (arriving == null) {
      throw new NoSuchElementException("the day is over");
    }
    if (!arriving.staysOn()) {
      running.add(arriving);
    }
    advance();
    return new Event.Arrives(arriving);
  }

  /** When the next event is; infinite when there is none. */
  double nextSeconds() {
    double arrives = next == null ? Double.POSITIVE_INFINITY : next.arrivalSeconds();
    Arrival leaving = running.peek();
    return leaving != null && leavesInTime(leaving)
        ? Math.min(arrives, leaving.departureSeconds())
        : arrives;
  }

  /** The events before a moment, taken from this timeline. */
  Iterator<Event> before(double seconds) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return nextSeconds() < seconds;
      }

      @Override
      public Event next() {
        if (!hasNext()) {
          throw new NoSuchElementException("the next event is later");
        }
        return Timeline.this.next();
      }
    };
  }

  private boolean leavesInTime(@Nullable Arrival arrival) {
    return arrival != null
        && (next != null
            || arrival.departureSeconds() <= Math.max(horizonSeconds, lastArrivalSeconds));
  }

  private void advance() {
    next = arrivals.hasNext() ? arrivals.next() : null;
    if (next != null) {
      lastArrivalSeconds = next.arrivalSeconds();
    }
  }
}
