package io.tarn.local.demo;

import io.tarn.local.home.CannotStart;
import io.tarn.local.invariant.Acknowledged;
import io.tarn.local.learn.Lessons;
import io.tarn.local.rest.Persistent;
import io.tarn.local.rest.RestClient;
import io.tarn.local.stack.Progress;
import io.tarn.local.stack.RunningStack;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;

/**
 * What a stack that stays goes through before it is ready: its hosts' clock stands at first, a past
 * may be replayed in it, then it goes by itself like the wall's.
 */
public final class Prelude {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final RunningStack stack;
  private final PrintStream out;
  private final Progress progress;
  private final Persistent calls;

  /**
   * @param stack whose policy learns
   * @param out where progress is shown
   * @param progress told about steps
   */
  public Prelude(RunningStack stack, PrintStream out, Progress progress) {
    this.stack = stack;
    this.out = out;
    this.progress = progress;
    this.calls = new Persistent(new RestClient(stack.credentials()::admin), PATIENCE);
  }

  /**
   * Plays a past that ended with the last UTC day, and lets the clock go. A stack whose clock goes
   * already is left as it is.
   *
   * @throws CannotStart when an earlier past was cut off, or a service refuses or does not answer
   */
  public void play(Past past) throws CannotStart, InterruptedException {
    HostTime time = HostTime.endingToday(calls, stack.file().agents(), past);
    if (time.goesByItself()) {
      if (past.days() > 0) {
        progress.say("  The hosts' clock goes already: no past is replayed.");
      }
      return;
    }
    if (time.begun()) {
      cutOffBefore(past);
    }
    if (past.days() > 0) {
      replay(past, time);
      progress.step("Hosts: their clock comes to the present", time::moveToNow);
      progress.step(
          "Settled: nothing half way",
          () -> {
            List<String> unsettled = new Settling(stack.database(), stack.file()).await(PATIENCE);
            if (!unsettled.isEmpty()) {
              throw new CannotStart("After the past there are still " + unsettled + ".");
            }
          });
      progress.step(
          "Sensitivity runs: told to the trainer",
          () -> new Lessons(stack.file(), calls).tellSensitivity(past.arrivals()));
    }
    progress.step("Hosts: their clock goes by itself", time::letGo);
  }

  private void cutOffBefore(Past past) throws CannotStart {
    if (past.days() > 0) {
      throw new CannotStart(
          "A past was begun in this stack and cut off; no other one fits behind it. Go on with what"
              + " there is: the same without --past-days. Begin anew: remove the stack's data.");
    }
    progress.say("  A past was begun in this stack and cut off: the hosts go on from there.");
  }

  private void replay(Past past, HostTime time) throws CannotStart, InterruptedException {
    progress.say(past.described());
    Ledger ledger = new Ledger();
    LiveLine live = LiveLine.on(out, ledger, 0);
    Timeline timeline = new Timeline(past.arrivals().iterator(), Double.POSITIVE_INFINITY);
    try (Replay replay =
        new Replay(new VmCalls(calls, stack.file().schedulers()), ledger, Run.CONCURRENCY, live)) {
      new Playing(timeline, replay, time).until(past.seconds());
      // who is still there leaves with the past
      boolean answered = replay.run(timeline);
      live.finish();
      Acknowledged acknowledged = ledger.acknowledged(List.of());
      if (!answered || !acknowledged.undocumented().isEmpty()) {
        throw new CannotStart("The past could not be replayed: " + acknowledged.undocumented());
      }
    }
  }
}
