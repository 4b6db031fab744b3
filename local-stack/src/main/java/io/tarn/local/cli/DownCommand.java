package io.tarn.local.cli;

import io.tarn.local.home.CannotStart;
import io.tarn.local.home.Home;
import io.tarn.local.home.StackLock;
import io.tarn.local.process.ProcessTable;
import io.tarn.local.supervise.ControlClient;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Ends the running stack; its data stays. */
@Command(name = "down", description = "End the running stack; its data stays.")
final class DownCommand implements Callable<Integer> {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration LEFTOVER_PATIENCE = Duration.ofSeconds(10);
  private static final long POLL_MILLIS = 100;

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    Home home = Place.current().home();
    PrintWriter out = spec.commandLine().getOut();
    Optional<String> holder = StackLock.holder(home);
    if (holder.isEmpty()) {
      List<String> left = new ProcessTable(home.processes()).endLeftovers(LEFTOVER_PATIENCE);
      out.println(
          left.isEmpty()
              ? "No stack is running in " + home.root() + "."
              : "A killed run had left " + String.join(", ", left) + " running; they were ended.");
      return ExitCodes.DONE;
    }
    order(home, holder.get());
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (StackLock.holder(home).isPresent()) {
      if (System.nanoTime() > deadline) {
        throw new CannotStart(
            holder.get() + " has not ended after " + PATIENCE.toSeconds() + " s.");
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    out.println("Stopped. The data is kept in " + home.root() + ".");
    return ExitCodes.DONE;
  }

  private static void order(Home home, String holder) throws CannotStart, InterruptedException {
    try {
      Optional<ControlClient> client = ControlClient.of(home);
      if (client.isEmpty()) {
        throw new CannotStart(holder + " is starting or ending; try again in a moment.");
      }
      client.get().stop();
    } catch (IOException e) {
      throw new CannotStart(holder + " does not answer: " + e.getMessage(), e);
    }
  }
}
