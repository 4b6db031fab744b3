package io.tarn.emulator.fault;

import io.tarn.contracts.emc.GenerationReply;
import io.tarn.contracts.emc.GenerationRequest;
import io.tarn.contracts.emc.OwnerChangeReply;
import io.tarn.contracts.emc.OwnerChangeRequest;
import io.tarn.contracts.emc.ScrubReply;
import io.tarn.contracts.emc.ScrubRequest;
import io.tarn.emulator.table.Emc;
import io.tarn.emulator.table.Table;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A controller as its callers see it: with the faults of its plan. */
public final class FaultyEmc {

  /** Work on the controller. */
  private interface Work<R> {
    R run() throws IOException;
  }

  /**
   * What will be lost.
   *
   * @param updates how many there were before
   * @param reads how many more still see what came since
   */
  private record Loss(long updates, long reads) {}

  private final Emc emc;
  private final FaultPlan plan;
  private final Runnable death;
  private @Nullable Loss loss;

  /**
   * @param emc does the work
   * @param plan what goes wrong with it
   * @param death ends the process at once
   */
  public FaultyEmc(Emc emc, FaultPlan plan, Runnable death) {
    this.emc = emc;
    this.plan = plan;
    this.death = death;
  }

  /** What goes wrong with it. */
  public FaultPlan plan() {
    return plan;
  }

  /**
   * The table as a reader gets it.
   *
   * @throws IOException when a fault says so
   */
  public Table read() throws IOException, InterruptedException {
    return call(CallKind.READ, emc::table, emc::table);
  }

  /** See {@link Emc#change}; a fault may do otherwise, and throws IOException when it says so. */
  public OwnerChangeReply change(OwnerChangeRequest request)
      throws IOException, InterruptedException {
    return call(CallKind.CHANGE, () -> emc.change(request), () -> emc.replyWithoutChange(request));
  }

  /** See {@link Emc#scrub}; a fault may do otherwise, and throws IOException when it says so. */
  public ScrubReply scrub(ScrubRequest request) throws IOException, InterruptedException {
    return call(CallKind.SCRUB, () -> emc.scrub(request), () -> emc.replyWithoutScrub(request));
  }

  /** See {@link Emc#raise}; a fault may do otherwise, and throws IOException when it says so. */
  public GenerationReply raise(GenerationRequest request) throws IOException, InterruptedException {
    return call(CallKind.CHANGE, () -> emc.raise(request), () -> emc.replyWithoutRaise(request));
  }

  private <R> R call(CallKind kind, Work<R> work, Work<R> pretence)
      throws IOException, InterruptedException {
    lose(kind);
    Optional<FaultPlan.Due> due = plan.next(kind);
    if (due.isEmpty()) {
      return work.run();
    }
    try (FaultPlan.Due now = due.get()) {
      return call(now.fault(), work, pretence);
    }
  }

  private <R> R call(Fault fault, Work<R> work, Work<R> pretence)
      throws IOException, InterruptedException {
    return switch (fault.kind()) {
      case SLOW -> {
        TimeUnit.MILLISECONDS.sleep(Fault.given(fault.millis()));
        yield work.run();
      }
      case REFUSE -> throw new IOException("it refuses, by order");
      case IDLE -> pretence.run();
      case LOSE_ANSWER -> {
        R unused = work.run();
        throw new IOException("its answer is lost, by order");
      }
      case FORGET -> {
        long before = emc.updates();
        R answer = work.run();
        remember(new Loss(before, Fault.given(fault.reads())));
        yield answer;
      }
      case OLDER -> {
        emc.goBack(emc.updates() - Fault.given(fault.updates()));
        yield work.run();
      }
      case DIE_BEFORE -> throw died();
      case DIE_AFTER -> {
        R unused = work.run();
        throw died();
      }
    };
  }

  private IOException died() {
    death.run();
    return new IOException("it is dead, by order");
  }

  private synchronized void remember(Loss next) {
    loss = next;
  }

  /** Loses what is to be lost before a change, or once it was read often enough. */
  private synchronized void lose(CallKind before) throws IOException {
    if (loss == null) {
      return;
    }
    if (before == CallKind.READ && loss.reads() > 0) {
      loss = new Loss(loss.updates(), loss.reads() - 1);
      return;
    }
    emc.goBack(loss.updates());
    loss = null;
  }
}
