package io.tarn.local.process;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Ends processes. */
public final class Signals {

  private Signals() {}

  /** Asks a process to end. */
  public static void send(ProcessHandle process, StopSignal signal) {
    switch (signal) {
      case TERM -> process.destroy();
      case INT -> interrupt(process);
    }
  }

  /**
   * Asks a process to end, waits, and kills it when it does not.
   *
   * @return whether it ended by itself
   */
  public static boolean end(ProcessHandle process, StopSignal signal, Duration patience) {
    if (!process.isAlive()) {
      return true;
    }
    send(process, signal);
    if (ended(process, patience)) {
      return true;
    }
    process.destroyForcibly();
    ended(process, patience);
    return false;
  }

  /** Waits until a process has ended; false when it has not in time. */
  public static boolean ended(ProcessHandle process, Duration patience) {
    try {
      process.onExit().get(patience.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException | ExecutionException e) {
      return !process.isAlive();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return !process.isAlive();
    }
  }

  private static void interrupt(ProcessHandle process) {
    try {
      // the shell's own kill, since the program is not installed everywhere
      Process kill =
          new ProcessBuilder("sh", "-c", "kill -INT " + process.pid())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      kill.waitFor();
    } catch (IOException e) {
      process.destroy();
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
    }
  }
}
