package io.tarn.local.demo;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Shows how far a replay is: on a terminal one line that is written over, elsewhere a line now and
 * then.
 */
public final class LiveLine implements ReplayListener {

  private static final long TERMINAL_MILLIS = 200;
  private static final long FILE_MILLIS = 10_000;
  private static final double NANOS = 1e9;

  private final PrintStream out;
  private final Ledger ledger;
  private final boolean terminal;
  private final long eventsBefore;
  private final long began = System.nanoTime();
  private long shown;

  /**
   * @param out where to
   * @param ledger what was answered so far
   * @param terminal whether the line can be written over
   * @param eventsBefore events that were started before and are not counted
   */
  public LiveLine(PrintStream out, Ledger ledger, boolean terminal, long eventsBefore) {
    this.out = out;
    this.ledger = ledger;
    this.terminal = terminal;
    this.eventsBefore = eventsBefore;
  }

  @Override
  public void started(long events, double simulatedSeconds) {
    long now = System.nanoTime();
    long pause = terminal ? TERMINAL_MILLIS : FILE_MILLIS;
    if (TimeUnit.NANOSECONDS.toMillis(now - shown) >= pause || shown == 0) {
      shown = now;
      show(events, simulatedSeconds);
    }
  }

  /** Shows the last state and goes to the next line. */
  public void finish(long events, double simulatedSeconds) {
    show(events, simulatedSeconds);
    if (terminal) {
      out.println();
    }
  }

  private void show(long events, double simulatedSeconds) {
    Duration day = Duration.ofSeconds((long) simulatedSeconds);
    double seconds = (System.nanoTime() - began) / NANOS;
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
            (events - eventsBefore) / Math.max(seconds, 1e-3));
    if (terminal) {
      out.print("\r" + line + "   ");
      out.flush();
    } else {
      out.println(line);
    }
  }
}
