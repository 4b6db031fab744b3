package io.tarn.local.demo;

import io.tarn.fleet.Arrival;
import io.tarn.local.home.CannotStart;
import io.tarn.local.invariant.Acknowledged;
import io.tarn.local.invariant.CheckResult;
import io.tarn.local.invariant.Invariants;
import io.tarn.local.invariant.OutsideReader;
import io.tarn.local.invariant.RowReader;
import io.tarn.local.invariant.Rows;
import io.tarn.local.invariant.TelemetryInvariants;
import io.tarn.local.learn.Learned;
import io.tarn.local.rest.Persistent;
import io.tarn.local.rest.RestClient;
import io.tarn.local.stack.Progress;
import io.tarn.local.stack.RunningStack;
import io.tarn.local.summary.Summary;
import io.tarn.local.summary.SummaryMaker;
import java.io.IOException;
import java.io.PrintStream;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One replay against a running stack, from the first arrival to the summary. */
public final class Run {

  static final int CONCURRENCY = 8;
  private static final Duration CALL_PATIENCE = Duration.ofMinutes(2);
  private static final Duration SETTLING_PATIENCE = Duration.ofMinutes(5);
  private static final double NANOS = 1e9;

  private final RunningStack stack;
  private final PrintStream out;
  private final Progress progress;
  private final Persistent calls;
  private final Ledger ledger = new Ledger();
  private LiveLine live;

  /**
   * @param stack that runs
   * @param out where progress is shown
   * @param progress told about steps
   */
  public Run(RunningStack stack, PrintStream out, Progress progress) {
    this.stack = stack;
    this.out = out;
    this.progress = progress;
    this.calls = new Persistent(new RestClient(stack.credentials()::admin), CALL_PATIENCE);
    this.live = LiveLine.on(out, ledger, 0);
  }

  /**
   * Replays a load, and what came before it, and looks at what came of it.
   *
   * @param load what to replay
   * @param killEach whether to kill each process once in the course of it
   * @throws CannotStart when the stack cannot be made to learn, or be read at the end
   */
  public Summary run(Load load, boolean killEach) throws CannotStart, InterruptedException {
    Past past = load.past();
    boolean learns = stack.file().options().learns();
    Learning learning = learns ? new Learning(stack, past, calls, progress) : null;
    int arrivals = past.arrivals().size() + load.count();
    double now;
    double seconds;
    try (KillEach killer = new KillEach(stack.supervisor(), killEach ? arrivals : null, progress);
        Replay replay =
            new Replay(
                new VmCalls(calls, stack.file().schedulers()),
                ledger,
                CONCURRENCY,
                listener(killer))) {
      Iterator<Arrival> all = new Chain(past.arrivals().iterator(), load.arrivals());
      Timeline timeline =
          new Timeline(learning == null ? all : learning.seen(all), load.horizonSeconds());
      Playing playing = new Playing(timeline, replay, learning == null ? null : learning.time());
      if (learning != null && past.days() > 0) {
        progress.say(past.described());
        play(playing, past.seconds());
        killer.awaitLast();
        ledger.countAnew();
        List<String> unsettled = settle();
        if (!unsettled.isEmpty()) {
          progress.say("  Learning without what is missing: " + String.join(", ", unsettled));
        }
        learning.learn(past);
      }
      progress.say("Replaying " + load.described() + ", policy " + stack.file().options().policy());
      long began = System.nanoTime();
      play(playing, Double.POSITIVE_INFINITY);
      seconds = (System.nanoTime() - began) / NANOS;
      now = Math.max(load.horizonSeconds(), live.seconds());
      if (learning != null) {
        learning.time().moveTo(now);
      }
    }
    return lookAt(learning, now, seconds);
  }

  private ReplayListener listener(KillEach killer) {
    return (events, at) -> {
      live.started(events, at);
      killer.started(events, at);
    };
  }

  private void play(Playing playing, double until) throws CannotStart, InterruptedException {
    live = LiveLine.on(out, ledger, live.events());
    playing.until(until);
    live.finish();
  }

  private List<String> settle() throws CannotStart, InterruptedException {
    List<List<String>> unsettled = new ArrayList<>();
    progress.step(
        "Settled: nothing half way",
        () -> unsettled.add(new Settling(stack.database(), stack.file()).await(SETTLING_PATIENCE)));
    return unsettled.get(0);
  }

  private Summary lookAt(@Nullable Learning learning, double nowSeconds, double seconds)
      throws CannotStart, InterruptedException {
    Summary[] made = new Summary[1];
    List<String> unsettled = settle();
    progress.step(
        "Checked: invariants, over the stores themselves",
        () -> {
          try {
            Rows rows = new RowReader(stack.database()).read();
            Acknowledged acknowledged = ledger.acknowledged(unsettled);
            List<CheckResult> checks =
                new ArrayList<>(
                    Invariants.check(
                        rows, new OutsideReader(calls, stack.file()).read(), acknowledged));
            if (learning != null) {
              checks.addAll(TelemetryInvariants.check(stack.database(), stack.file().bus()));
            }
            Learned learned =
                learning == null ? null : learning.learned(rows, ledger::earlier, nowSeconds);
            made[0] =
                SummaryMaker.make(
                    rows, ledger::earlier, ledger.refusals(), learned, checks, seconds);
          } catch (IOException | SQLException e) {
            throw new CannotStart("The stack cannot be looked at: " + e, e);
          }
        });
    return made[0];
  }

  /** One after the other. */
  private record Chain(Iterator<Arrival> first, Iterator<Arrival> second)
      implements Iterator<Arrival> {

    @Override
    public boolean hasNext() {
      return first.hasNext() || second.hasNext();
    }

    @Override
    public Arrival next() {
      return first.hasNext() ? first.next() : second.next();
    }
  }
}
