package io.tarn.local.storm;

import io.tarn.local.process.Programs;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Stops processes for a while as {@code kill -STOP} does. Each is stopped by a shell of its own
 * that lets it go on once it is told so, or once this process has ended, however it ended.
 */
public final class Pauses implements AutoCloseable {

  /**
   * Stops $1, then each pid that it is told, and lets all of them go on at the end of its input.
   */
  private static final String KEEPER =
      """
      all=$1
      kill -STOP "$1" || exit 1
      echo stopped
      while read -r more; do kill -STOP "$more"; all="$all $more"; done
      kill -CONT $all
      """;

  private static final long PATIENCE_SECONDS = 10;

  private final List<Pause> open = new ArrayList<>();
  private boolean closed;

  /**
   * Stops a process with all its descendants.
   *
   * @return what lets it go on
   * @throws IOException when it cannot be stopped
   */
  synchronized Pause stop(ProcessHandle process) throws IOException {
    if (closed) {
      throw new IOException("nothing is paused any more");
    }
    List<String> command = new ArrayList<>();
    Programs.find("setsid").ifPresent(setsid -> command.add(setsid.toString()));
    command.addAll(List.of("sh", "-c", KEEPER, "sh", Long.toString(process.pid())));
    Process keeper =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    Pause pause = new Pause(keeper);
    open.add(pause);
    pause.awaitStopped(process);
    pause.stopDescendants(process);
    return pause;
  }

  /** Lets everything go on; nothing can be stopped after that. */
  @Override
  public void close() {
    List<Pause> left;
    synchronized (this) {
      closed = true;
      left = List.copyOf(open);
    }
    left.forEach(Pause::close);
  }

  private synchronized void forget(Pause pause) {
    open.remove(pause);
  }

  /** A process that is stopped until this is closed. */
  final class Pause implements AutoCloseable {

    private final Process keeper;

    private Pause(Process keeper) {
      this.keeper = keeper;
    }

    private void awaitStopped(ProcessHandle process) throws IOException {
      BufferedReader says = keeper.inputReader();
      if (!"stopped".equals(says.readLine())) {
        close();
        throw new IOException("process " + process.pid() + " is gone");
      }
    }

    /** A stopped process has no new ones, so after a round without any there are no more. */
    private void stopDescendants(ProcessHandle process) throws IOException {
      Writer orders = keeper.outputWriter();
      Set<Long> told = new HashSet<>();
      boolean more = true;
      while (more) {
        more = false;
        for (ProcessHandle descendant : process.descendants().toList()) {
          if (told.add(descendant.pid())) {
            orders.write(descendant.pid() + "\n");
            orders.flush();
            more = true;
          }
        }
      }
    }

    /** Lets it go on. */
    @Override
    public void close() {
      try {
        keeper.outputWriter().close();
        keeper.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
      } catch (IOException e) {
        keeper.destroy();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      forget(this);
    }
  }
}
