package io.tarn.local.demo;

import io.tarn.local.home.CannotStart;
import io.tarn.local.invariant.Acknowledged;
import io.tarn.local.invariant.CheckResult;
import io.tarn.local.invariant.Invariants;
import io.tarn.local.invariant.OutsideReader;
import io.tarn.local.invariant.RowReader;
import io.tarn.local.invariant.Rows;
import io.tarn.local.invariant.TelemetryInvariants;
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
import java.util.List;

/** One replay against a running stack, from the first arrival to the summary. */
public final class Run {

  /** The system property in which the script {@code tarn} tells whether output is a terminal. */
  private static final String TERMINAL_PROPERTY = "tarn.terminal";

  private static final int CONCURRENCY = 8;
  private static final Duration CALL_PATIENCE = Duration.ofMinutes(2);
  private static final Duration SETTLING_PATIENCE = Duration.ofMinutes(2);
  private static final double NANOS = 1e9;

  private final RunningStack stack;
  private final PrintStream out;
  private final Progress progress;

  /**
   * @param stack that runs
   * @param out where progress is shown
   * @param progress told about steps
   */
  public Run(RunningStack stack, PrintStream out, Progress progress) {
    this.stack = stack;
    this.out = out;
    this.progress = progress;
  }

  /**
   * Replays a load and looks at what came of it.
   *
   * @param load what to replay
   * @param killEach whether to kill each process once in the course of it
   * @throws CannotStart when the stores cannot be read at the end
   */
  public Summary run(Load load, boolean killEach) throws CannotStart, InterruptedException {
    Persistent calls = new Persistent(new RestClient(stack.credentials()::admin), CALL_PATIENCE);
    Ledger ledger = new Ledger();
    LiveLine live = new LiveLine(out, ledger, Boolean.getBoolean(TERMINAL_PROPERTY));
    LastSeen last = new LastSeen(live);
    KillEach killer = new KillEach(stack.supervisor(), killEach ? load.count() : null, progress);
    long began = System.nanoTime();
    try (killer) {
      new Replay(
              new VmCalls(calls, stack.file().schedulers()),
              ledger,
              CONCURRENCY,
              (events, seconds) -> {
                last.started(events, seconds);
                killer.started(events, seconds);
              })
          .run(load);
    }
    live.finish(last.events, last.seconds);
    double seconds = (System.nanoTime() - began) / NANOS;
    return lookAt(ledger, calls, seconds);
  }

  private Summary lookAt(Ledger ledger, Persistent calls, double seconds)
      throws CannotStart, InterruptedException {
    Summary[] made = new Summary[1];
    List<List<String>> unsettled = new ArrayList<>();
    progress.step(
        "Settled: no VM or slice half way",
        () -> unsettled.add(new Settling(stack.database(), stack.file()).await(SETTLING_PATIENCE)));
    progress.step(
        "Checked: invariants, over the stores themselves",
        () -> {
          try {
            Rows rows = new RowReader(stack.database()).read();
            Acknowledged acknowledged = ledger.acknowledged(unsettled.get(0));
            List<CheckResult> checks =
                new ArrayList<>(
                    Invariants.check(
                        rows, new OutsideReader(calls, stack.file()).read(), acknowledged));
            if (stack.file().options().learns()) {
              checks.addAll(TelemetryInvariants.check(stack.database(), stack.file().bus()));
            }
            made[0] = SummaryMaker.make(rows, ledger.refusals(), checks, seconds);
          } catch (IOException | SQLException e) {
            throw new CannotStart("The stack cannot be looked at: " + e, e);
          }
        });
    return made[0];
  }

  private static final class LastSeen implements ReplayListener {
    private final ReplayListener next;
    private long events;
    private double seconds;

    LastSeen(ReplayListener next) {
      this.next = next;
    }

    @Override
    public void started(long events, double seconds) {
      this.events = events;
      this.seconds = seconds;
      next.started(events, seconds);
    }
  }
}
