package io.tarn.local.cli;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;

/** Ends what a command has started, whatever ends the command: its end, an error, Ctrl-C. */
final class Ending {

  /** Leaves the exit code as it is. */
  static final int AS_IT_IS = -1;

  private static final AtomicBoolean STARTED = new AtomicBoolean();

  private final AutoCloseable thing;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Thread hook;

  private Ending(AutoCloseable thing, IntSupplier exitCode, boolean tell) {
    this.thing = thing;
    this.hook =
        new Thread(
            () -> {
              STARTED.set(true);
              closeOnce();
              if (tell) {
                System.out.println("\nStopped. Everything that was started has ended.");
              }
              int code = exitCode.getAsInt();
              if (code != AS_IT_IS) {
                Runtime.getRuntime().halt(code);
              }
            },
            "ending");
  }

  /**
   * Sees to it that a thing is closed.
   *
   * @param thing what to close
   * @param exitCode the exit code after a signal, or {@link #AS_IT_IS}
   */
  static Ending of(AutoCloseable thing, IntSupplier exitCode) {
    return hooked(new Ending(thing, exitCode, true));
  }

  /** The same for a process whose parent tells the person at the terminal. */
  static Ending silently(AutoCloseable thing) {
    return hooked(new Ending(thing, () -> AS_IT_IS, false));
  }

  private static Ending hooked(Ending ending) {
    Runtime.getRuntime().addShutdownHook(ending.hook);
    return ending;
  }

  /** Whether this process was told to end. */
  static boolean inProgress() {
    return STARTED.get();
  }

  /** The thing is left as it is. */
  void forget() {
    closed.set(true);
  }

  /** Ends it now. */
  void end() {
    closeOnce();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // the hook runs already
      return;
    }
  }

  private void closeOnce() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    try {
      thing.close();
    } catch (Exception e) {
      System.err.println("Not everything could be ended: " + e.getMessage());
    }
  }
}
