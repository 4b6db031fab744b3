package io.tarn.scheduler.saga;

import io.tarn.scheduler.placement.Decision;
import io.tarn.scheduler.placement.Rejection;
import io.tarn.scheduler.placement.Tried;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Drives a PENDING VM to its end: asks for its grant and does what {@link SagaRules} say, attempt
 * by attempt. The same for a VM just reserved and for one taken over.
 */
public final class Driver {

  private final VmStore store;
  private final Claims claims;
  private final GrantDesk desk;
  private final Decider decider;
  private final SagaRules rules;
  private final SagaLimits limits;
  private final SagaMeter meter;

  /**
   * @param store commits what is no claim
   * @param claims commits claims
   * @param desk asks the pool manager
   * @param decider finds other places
   * @param rules says what to do next
   * @param limits how often and how long
   * @param meter counts
   */
  public Driver(
      VmStore store,
      Claims claims,
      GrantDesk desk,
      Decider decider,
      SagaRules rules,
      SagaLimits limits,
      SagaMeter meter) {
    this.store = store;
    this.claims = claims;
    this.desk = desk;
    this.decider = decider;
    this.rules = rules;
    this.limits = limits;
    this.meter = meter;
  }

  /** Drives a VM whose row says PENDING. */
  DriveEnd drive(Vm begun) {
    Turn turn = new Turn(begun, Tried.nothing(), null);
    DriveEnd end = null;
    while (end == null) {
      turn = oneAttempt(turn.vm(), turn.tried());
      end = turn.end();
    }
    return end;
  }

  private Turn oneAttempt(Vm vm, Tried tried) {
    GrantReply reply = desk.ask(vm);
    meter.answered(reply);
    return rules.after(vm, reply, tried) instanceof NextStep.Elsewhere elsewhere
        ? moveElsewhere(vm, elsewhere.tried())
        : ended(vm, place(vm));
  }

  private DriveEnd place(Vm vm) {
    Commit commit = claims.place(vm);
    return commit instanceof Commit.Done done && done.answer() != null
        ? new DriveEnd.Finished(done.answer())
        : new DriveEnd.Overtaken();
  }

  private Turn moveElsewhere(Vm vm, Tried tried) {
    for (int tries = 1; tries <= limits.commitTries(); tries++) {
      Decision decision = decider.decideAgain(vm, tried);
      if (!(decision instanceof Decision.Placed placed)) {
        return ended(vm, noFit(vm, tried, decision.trace().rejections()));
      }
      Commit commit = claims.move(vm, vm.moved(decider.policy(), placed.place()), placed, tries);
      if (commit instanceof Commit.Done done) {
        return done.answer() == null
            ? new Turn(done.vm(), tried, null)
            : ended(done.vm(), new DriveEnd.Finished(done.answer()));
      }
      if (commit instanceof Commit.Overtaken) {
        return ended(vm, new DriveEnd.Overtaken());
      }
    }
    return ended(vm, rest(vm));
  }

  private DriveEnd noFit(Vm vm, Tried tried, List<Rejection> reasons) {
    if (rules.afterNoFit(vm, tried) instanceof NextStep.Rest) {
      return rest(vm);
    }
    if (!store.refuse(vm)) {
      return new DriveEnd.Overtaken();
    }
    meter.refused(reasons);
    return new DriveEnd.GivenUp(reasons);
  }

  private DriveEnd rest(Vm vm) {
    store.rest(vm, limits.retryPause());
    return new DriveEnd.Resting();
  }

  private static Turn ended(Vm vm, DriveEnd end) {
    return new Turn(vm, Tried.nothing(), end);
  }

  private record Turn(Vm vm, Tried tried, @Nullable DriveEnd end) {}
}
