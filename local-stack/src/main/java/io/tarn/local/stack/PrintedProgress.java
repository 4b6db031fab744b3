package io.tarn.local.stack;

import io.tarn.local.home.CannotStart;
import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Prints one line for each step. */
public final class PrintedProgress implements Progress {

  private static final double MILLIS = 1000;

  private final PrintStream out;
  private final BooleanSupplier stopping;

  /**
   * @param out the terminal, or a log
   * @param stopping whether this process was told to stop, so that a step that ends has not failed
   */
  public PrintedProgress(PrintStream out, BooleanSupplier stopping) {
    this.out = out;
    this.stopping = stopping;
  }

  @Override
  public void step(String what, Step step) throws CannotStart, InterruptedException {
    long began = System.nanoTime();
    out.printf(Locale.ROOT, "  %-52s", what);
    out.flush();
    try {
      step.run();
    } catch (InterruptedException e) {
      out.println(" stopped");
      throw e;
    } catch (CannotStart | RuntimeException e) {
      out.println(stopping.getAsBoolean() ? " stopped" : " failed");
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
