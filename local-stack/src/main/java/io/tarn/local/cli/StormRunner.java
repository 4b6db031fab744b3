package io.tarn.local.cli;

import io.tarn.local.home.CannotStart;
import io.tarn.local.home.Json;
import io.tarn.local.home.Mode;
import io.tarn.local.invariant.Invariants;
import io.tarn.local.plan.StackOptions;
import io.tarn.local.stack.PrintedProgress;
import io.tarn.local.stack.Progress;
import io.tarn.local.stack.RunningStack;
import io.tarn.local.stack.Stack;
import io.tarn.local.storm.Pauses;
import io.tarn.local.storm.Storm;
import io.tarn.local.storm.StormOutcome;
import io.tarn.local.storm.StormPlan;
import io.tarn.local.storm.StormText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The evidence storm: starts a stack of its own, lets it storm, prints what came of it. */
final class StormRunner {

  static final String NAME = "storm";
  static final String DESCRIPTION =
      "grants over REST while managers, PostgreSQL, emulator and agents are killed and paused at"
          + " random; no slice has two owners, nothing acknowledged is lost";

  private final StormPlan plan;
  private final @Nullable Path json;
  private final PrintStream out = System.out;

  /**
   * @param plan what befalls the stack
   * @param json where the summary is written too
   */
  StormRunner(StormPlan plan, @Nullable Path json) {
    this.plan = plan;
    this.json = json;
  }

  /**
   * Runs it.
   *
   * @return the exit code
   */
  int run() throws CannotStart, InterruptedException {
    Place place = Place.current();
    StackOptions options =
        new StackOptions(
            Mode.DEMO,
            "all-local",
            Storm.CLUSTER,
            false,
            true,
            plan.seed(),
            Map.of(),
            1,
            Storm.MANAGERS);
    Progress progress = new PrintedProgress(out, Ending::inProgress);
    AtomicInteger code = new AtomicInteger(Ending.AS_IT_IS);
    Pauses pauses = new Pauses();
    Stack stack = new Stack(place.checkout(), place.home(), options, progress);
    Ending ending =
        Ending.of(
            () -> {
              // what is stopped could not end in good order
              pauses.close();
              stack.close();
            },
            code::get);
    try {
      out.println("Starting a stack in " + place.home().root());
      RunningStack running = stack.start();
      out.println();
      out.printf(
          "Storm of seed %d: %d kills, %d pauses%n", plan.seed(), plan.kills(), plan.pauses());
      StormOutcome outcome = new Storm(running, plan, pauses, progress).run();
      StormText.lines(plan, outcome).forEach(out::println);
      write(outcome);
      boolean holds = Invariants.violations(outcome.checks()) == 0;
      code.set(holds ? ExitCodes.DONE : ExitCodes.VIOLATED);
      out.println();
      out.printf(
          "The same again: ./tarn evidence storm --seed %d --kills %d --pauses %d%n",
          plan.seed(), plan.kills(), plan.pauses());
      out.println("Stopping.");
    } finally {
      ending.end();
    }
    return code.get();
  }

  private void write(StormOutcome outcome) throws CannotStart {
    if (json == null) {
      return;
    }
    try {
      Json.write(json, StormText.json(plan, outcome));
    } catch (IOException e) {
      throw new CannotStart(json + " cannot be written: " + e, e);
    }
  }
}
