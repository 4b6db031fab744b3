package io.tarn.scheduler.saga;

import io.tarn.scheduler.placement.Tried;

/** Decides a VM's next step from its row and what the pool manager answered. */
public final class SagaRules {

  /** Why no pool is tried after the pool manager did not answer. */
  public static final String UNANSWERED = "pool-manager-unanswered";

  /** Why no pool is tried after many refused. */
  public static final String SPENT = "pool-tries-spent";

  private final int mostPoolTries;

  /**
   * @param mostPoolTries grants that one drive asks for before it goes all-local, at least 1
   */
  public SagaRules(int mostPoolTries) {
    if (mostPoolTries < 1) {
      throw new IllegalArgumentException("pool tries are " + mostPoolTries + ", accepted: 1..");
    }
    this.mostPoolTries = mostPoolTries;
  }

  /** After the pool manager's answer to the grant of the VM's attempt. */
  public NextStep after(Vm vm, GrantReply reply, Tried tried) {
    return reply instanceof GrantReply.Granted
        ? new NextStep.Place()
        : new NextStep.Elsewhere(bounded(learned(vm, reply, tried)));
  }

  /**
   * When another place was looked for and there is none. As long as the pool manager may have
   * committed the grant, the attempt is kept; a VM that some client was told of is, too.
   */
  public NextStep afterNoFit(Vm vm, Tried tried) {
    boolean unknown = UNANSWERED.equals(tried.poolingOff());
    return vm.acknowledged() || unknown ? new NextStep.Rest() : new NextStep.Refuse();
  }

  private static Tried learned(Vm vm, GrantReply reply, Tried tried) {
    String pool = String.valueOf(vm.place().poolId());
    if (reply instanceof GrantReply.PoolExhausted) {
      return tried.pool(pool, "pool-exhausted");
    }
    if (reply instanceof GrantReply.PoolUnusable unusable) {
      return tried.pool(pool, unusable.code());
    }
    if (reply instanceof GrantReply.HostNotPoolable) {
      return tried.host(vm.place().hostId(), "host-not-poolable");
    }
    if (reply instanceof GrantReply.AttemptSpent spent) {
      return tried.ended(spent.code());
    }
    return tried.noPool(UNANSWERED);
  }

  private Tried bounded(Tried tried) {
    return tried.poolingOff() == null && tried.story().size() >= mostPoolTries
        ? tried.noPool(SPENT)
        : tried;
  }
}
