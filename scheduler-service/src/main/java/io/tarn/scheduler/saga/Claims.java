package io.tarn.scheduler.saga;

import io.tarn.scheduler.host.Cluster;
import io.tarn.scheduler.placement.Decision;
import java.util.function.Supplier;

/**
 * Commits claims on hosts and pools; when others were faster, sees to it that the next try knows.
 */
public final class Claims {

  private final VmStore store;
  private final GrantDesk desk;
  private final Cluster cluster;
  private final Pause pause;
  private final SagaMeter meter;

  /**
   * @param store commits
   * @param desk counts pool memory that is about to be asked for
   * @param cluster reads contended hosts anew
   * @param pause before the next try at a contended host
   * @param meter counts
   */
  public Claims(VmStore store, GrantDesk desk, Cluster cluster, Pause pause, SagaMeter meter) {
    this.store = store;
    this.desk = desk;
    this.cluster = cluster;
    this.pause = pause;
    this.meter = meter;
  }

  /** Claims a place for a VM that has none. */
  Commit reserve(Vm vm, Decision.Placed decision, int tries) {
    return claim(vm, decision, tries, () -> store.reserve(vm, decision));
  }

  /** Replaces a VM's claim by another. */
  Commit move(Vm from, Vm to, Decision.Placed decision, int tries) {
    return claim(to, decision, tries, () -> store.move(from, to, decision));
  }

  /** Notes that the grant of a claim is committed. */
  Commit place(Vm vm) {
    return counted(store.place(vm));
  }

  private Commit claim(Vm vm, Decision.Placed decision, int tries, Supplier<Commit> change) {
    Commit commit = held(vm, change);
    if (commit instanceof Commit.HostContended) {
      meter.contended();
      cluster.refresh(decision.place().hostId());
      pause.after(tries);
    }
    return commit;
  }

  private Commit held(Vm vm, Supplier<Commit> change) {
    boolean claimed = false;
    desk.hold(vm);
    try {
      Commit commit = counted(change.get());
      claimed = commit instanceof Commit.Done;
      return commit;
    } finally {
      if (!claimed) {
        desk.drop(vm);
      }
    }
  }

  private Commit counted(Commit commit) {
    if (commit instanceof Commit.Done done && done.answer() != null) {
      meter.placed(done.vm());
    }
    return commit;
  }
}
