package io.tarn.local.cli;

import io.tarn.local.demo.Load;
import io.tarn.local.demo.Run;
import io.tarn.local.home.CannotStart;
import io.tarn.local.home.Json;
import io.tarn.local.invariant.Invariants;
import io.tarn.local.plan.StackOptions;
import io.tarn.local.stack.PrintedProgress;
import io.tarn.local.stack.Progress;
import io.tarn.local.stack.RunningStack;
import io.tarn.local.stack.Stack;
import io.tarn.local.summary.Summary;
import io.tarn.local.summary.SummaryJson;
import io.tarn.local.summary.SummaryText;
import io.tarn.local.supervise.ServiceStatus;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Starts a stack of a demo's own, replays a load, prints the summary. */
final class DemoRunner {

  private final Place place;
  private final StackOptions options;
  private final boolean once;
  private final boolean killEach;
  private final @Nullable Path json;
  private final PrintStream out = System.out;

  DemoRunner(
      Place place, StackOptions options, boolean once, boolean killEach, @Nullable Path json) {
    this.place = place;
    this.options = options;
    this.once = once;
    this.killEach = killEach;
    this.json = json;
  }

  /**
   * Runs the demo.
   *
   * @return the exit code
   */
  int run(Load load) throws CannotStart, InterruptedException {
    Progress progress = new PrintedProgress(out, Ending::inProgress);
    Stack stack = new Stack(place.checkout(), place.home(), options, progress);
    AtomicInteger code = new AtomicInteger(Ending.AS_IT_IS);
    Ending ending = Ending.of(stack, code::get);
    try {
      out.println("Starting a stack in " + place.home().root());
      RunningStack running = stack.start();
      out.println();
      Summary summary = new Run(running, out, progress).run(load, killEach);
      SummaryText.lines(summary, once ? Map.of() : running.file().urls()).forEach(out::println);
      restarts(running)
          .forEach((name, why) -> out.println("  Started again: " + name + ", " + why));
      write(summary, load, running);
      code.set(Invariants.violations(summary.checks()) == 0 ? ExitCodes.DONE : ExitCodes.VIOLATED);
      out.println();
      if (!once) {
        out.println("The stack stays until Ctrl-C (or ./tarn down).");
        stack.awaitStopOrder();
      }
      out.println("Stopping.");
    } finally {
      ending.end();
    }
    return code.get();
  }

  private static Map<String, String> restarts(RunningStack stack) {
    Map<String, String> restarts = new TreeMap<>();
    for (ServiceStatus status : stack.supervisor().statuses()) {
      if (status.restarts() > 0) {
        restarts.put(
            status.service(),
            status.restarts()
                + (status.restarts() == 1 ? " time" : " times")
                + "; the last one "
                + status.lastDeath());
      }
    }
    return restarts;
  }

  private void write(Summary summary, Load load, RunningStack stack) throws CannotStart {
    if (json == null) {
      return;
    }
    try {
      Map<String, Object> about =
          Map.of(
              "policy", options.policy(),
              "load", load.described(),
              "killEach", killEach,
              "restarts", restarts(stack));
      Json.write(json, SummaryJson.of(summary, about));
    } catch (IOException e) {
      throw new CannotStart(json + " cannot be written: " + e, e);
    }
  }
}
