package io.tarn.local.demo;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Shows how far a replay is: on a terminal one line that is written over, elsewhere a line now and
 * then.
 */
final class LiveLine implements ReplayListener {

  /** The system property in which the script {@code tarn} tells whether output is a terminal. */
  private static final String TERMINAL_PROPERTY = "tarn.terminal";

  private static final long TERMINAL_MILLIS = 200;
  private static final long FILE_MILLIS = 10_000;
  private static final double NANOS = 1e9;

  private final PrintStream out;
  private final Ledger ledger;
  private final boolean terminal;
  private final long eventsBefore;
  private final long began = System.nanoTime();
  private long shown;
  private long events;
  private double seconds;

  /**
   * @param out where to
   * @param ledger what was answered so far
   * @param terminal whether the line can be written over
   * @param eventsBefore events that were started before and are not counted
   */
  LiveLine(PrintStream out, Ledger ledger, boolean terminal, long eventsBefore) {
    this.out = out;
    this.ledger = ledger;
    this.terminal = terminal;
    this.eventsBefore = eventsBefore;
  }

  /**
   * A line on a terminal, or lines in a file, as the script {@code tarn} tells.
   *
   * @param out where to
   * @param ledger what was answered so far
   * @param eventsBefore events that were started before and are not counted
   */
  static LiveLine on(PrintStream out, Ledger ledger, long eventsBefore) {
    return new LiveLine(out, ledger, Boolean.getBoolean(TERMINAL_PROPERTY), eventsBefore);
  }

  /** How many events were started so far, those before included. */
  long events() {
    return Math.max(events, eventsBefore);
  }

  /** Where the simulated time is. */
  double seconds() {
    return seconds;
  }

  @Override
  public void started(long startedEvents, double simulatedSeconds) {
    events = startedEvents;
    seconds = simulatedSeconds;
    long now = System.nanoTime();
    long pause = terminal ? TERMINAL_MILLIS : FILE_MILLIS;
    if (TimeUnit.NANOSECONDS.toMillis(now - shown) >= pause || shown == 0) {
      shown = now;
      show();
    }
  }

  /** Shows the last state and goes to the next line. */
  void finish() {
    show();
    if (terminal) {
      out.println();
    }
  }

  private void show() {
    Duration day = Duration.ofSeconds((long) seconds);
    double took = (System.nanoTime() - began) / NANOS;
    String line =
        String.format(
            Locale.ROOT,
            "  day %d %02d:%02d   placed %d   refused %d   gone %d   in the pool %d GiB   %.0f"
                + " requests/s",
            day.toDays() + 1,
            day.toHoursPart(),
            day.toMinutesPart(),
            ledger.placed(),
            ledger.refused(),
            ledger.deleted(),
            ledger.pooledNowGiB(),
            (events() - eventsBefore) / Math.max(took, 1e-3));
    if (terminal) {
      out.print("\r" + line + "   ");
      out.flush();
    } else {
      out.println(line);
    }
  }
}
