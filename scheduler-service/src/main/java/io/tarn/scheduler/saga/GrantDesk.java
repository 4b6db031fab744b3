package io.tarn.scheduler.saga;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.GrantState;
import io.tarn.scheduler.host.PoolBook;
import java.util.Objects;
import java.util.Optional;

/** Asks the pool manager, and keeps account of what was asked for in this replica's own view. */
public final class GrantDesk {

  private final PoolManager poolManager;
  private final PoolBook book;

  /**
   * @param poolManager is asked
   * @param book takes note
   */
  public GrantDesk(PoolManager poolManager, PoolBook book) {
    this.poolManager = poolManager;
    this.book = book;
  }

  /** Counts a VM's pool memory as taken, before it is asked for. */
  void hold(Vm vm) {
    GrantId grant = vm.grantId();
    if (grant != null) {
      book.asking(grant, String.valueOf(vm.place().poolId()), vm.place().poolGiB());
    }
  }

  /** Counts it no longer. */
  void drop(Vm vm) {
    GrantId grant = vm.grantId();
    if (grant != null) {
      book.forget(grant);
    }
  }

  /** Asks for the grant of a VM's attempt. */
  GrantReply ask(Vm vm) {
    GrantId grant = Objects.requireNonNull(vm.grantId());
    GrantReply reply = poolManager.grant(grant, vm.grantRequest());
    if (reply instanceof GrantReply.Granted) {
      book.granted(grant);
    } else {
      book.forget(grant);
    }
    if (reply instanceof GrantReply.PoolExhausted exhausted) {
      book.refused(String.valueOf(vm.place().poolId()), exhausted.freeGiB());
    }
    return reply;
  }

  /** Takes a grant back; says whether the pool manager said yes. */
  boolean withdraw(GrantId grant) {
    boolean taken = poolManager.withdraw(grant);
    if (taken) {
      book.forget(grant);
    }
    return taken;
  }

  /** Where a grant is, if the pool manager says so. */
  Optional<GrantState> look(GrantId grant) {
    return poolManager.look(grant);
  }
}
