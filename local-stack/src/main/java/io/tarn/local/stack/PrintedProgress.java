package io.tarn.local.stack;

import io.tarn.local.home.CannotStart;
import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Prints one line for each step. */
public final class PrintedProgress implements Progress {

  private static final double MILLIS = 1000;

  private final PrintStream out;

  /**
   * @param out the terminal, or a log
   */
  public PrintedProgress(PrintStream out) {
    this.out = out;
  }

  @Override
  public void step(String what, Step step) throws CannotStart, InterruptedException {
    long began = System.nanoTime();
    out.printf(Locale.ROOT, "  %-52s", what);
    out.flush();
    try {
      step.run();
    } catch (CannotStart | InterruptedException | RuntimeException e) {
      out.println(" failed");
      throw e;
    }
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
    out.printf(Locale.ROOT, " %5.1f s%n", millis / MILLIS);
  }

  @Override
  public void say(String line) {
    out.println(line);
  }
}
