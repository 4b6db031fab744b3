package io.tarn.local.demo;

import io.tarn.fleet.Arrival;
import io.tarn.local.home.CannotStart;
import io.tarn.local.invariant.Rows;
import io.tarn.local.invariant.Rows.VmRow;
import io.tarn.local.learn.FrontEnds;
import io.tarn.local.learn.Learned;
import io.tarn.local.learn.Lessons;
import io.tarn.local.learn.ScoreReader;
import io.tarn.local.learn.Training;
import io.tarn.local.learn.Truth;
import io.tarn.local.plan.StackFile;
import io.tarn.local.rest.Persistent;
import io.tarn.local.service.Names;
import io.tarn.local.stack.Progress;
import io.tarn.local.stack.RunningStack;
import java.io.IOException;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The part of a run that learns: hosts in the replay's time, a training, what came of it. */
final class Learning {

  private final RunningStack stack;
  private final Persistent calls;
  private final Progress progress;
  private final Lessons lessons;
  private final HostTime time;
  private final Map<String, Arrival> arrivals = new HashMap<>();
  private @Nullable Training training;

  /**
   * @param stack whose policy learns
   * @param past what comes before the replay
   * @param calls makes the calls
   * @param progress told about steps
   */
  Learning(RunningStack stack, Past past, Persistent calls, Progress progress) {
    this.stack = stack;
    this.calls = calls;
    this.progress = progress;
    this.lessons = new Lessons(stack.file(), calls);
    this.time = HostTime.endingTomorrow(calls, stack.file().agents(), past);
  }

  /** The clock of the hosts. */
  HostTime time() {
    return time;
  }

  /** The same arrivals, remembered as they are taken. */
  Iterator<Arrival> seen(Iterator<Arrival> all) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return all.hasNext();
      }

      @Override
      public Arrival next() {
        Arrival next = all.next();
        arrivals.put(next.vmId(), next);
        return next;
      }
    };
  }

  /**
   * Has a pair trained on what was seen so far, and waits until schedulers place by it.
   *
   * @throws CannotStart when a service refuses or does not answer
   */
  void learn(Past past) throws CannotStart, InterruptedException {
    progress.step(
        "Sensitivity runs: told to the trainer", () -> lessons.tellSensitivity(past.arrivals()));
    Training[] ended = new Training[1];
    progress.step("Models: trained", () -> ended[0] = lessons.train(stack.file().options().seed()));
    training = ended[0];
    String pairId = training.pairId();
    if (pairId == null) {
      progress.say("  No model serves. " + training.described());
    } else {
      progress.step("Scheduler: places by " + pairId, () -> lessons.awaitServing(pairId));
    }
  }

  /**
   * What came of it.
   *
   * @param rows what the stores hold
   * @param earlier tells the VMs that came before the replay
   * @param nowSeconds where the replay is
   * @throws IOException when the collector does not answer
   * @throws SQLException when the database does not
   */
  Learned learned(Rows rows, Predicate<String> earlier, double nowSeconds)
      throws CannotStart, IOException, SQLException, InterruptedException {
    StackFile file = stack.file();
    List<VmRow> placed =
        rows.vms().stream().filter(vm -> vm.placed() && !earlier.test(vm.vmId())).toList();
    String pairId = training == null ? null : training.pairId();
    return new Learned(
        training,
        pairId == null ? null : lessons.pair(pairId),
        new Truth(file.options().seed(), nowSeconds)
            .judge(placed, arrivals, new ScoreReader(stack.database()).read()),
        new FrontEnds(calls, file.collector()).balance(Names.FRONT_END).orElse(null));
  }
}
