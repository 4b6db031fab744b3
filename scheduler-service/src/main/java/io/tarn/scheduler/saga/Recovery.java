package io.tarn.scheduler.saga;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.GrantState;
import java.util.Optional;

/** Finishes what a replica has left unfinished, and finds out what an event has not told. */
public final class Recovery {

  private static final int BATCH = 50;

  private final VmStore store;
  private final ReadinessStore readiness;
  private final GrantDesk desk;
  private final Driver driver;
  private final SagaMeter meter;

  /**
   * @param store has the VMs that nobody drives
   * @param readiness has the VMs that wait to be ready
   * @param desk asks the pool manager
   * @param driver finishes
   * @param meter counts
   */
  public Recovery(
      VmStore store, ReadinessStore readiness, GrantDesk desk, Driver driver, SagaMeter meter) {
    this.store = store;
    this.readiness = readiness;
    this.desk = desk;
    this.driver = driver;
    this.meter = meter;
  }

  /** Takes over VMs that nobody drives any more, one at a time, until there is none or many. */
  public void finishAbandoned() {
    Optional<Vm> vm = store.takeOver();
    for (int taken = 1; vm.isPresent(); taken++) {
      meter.tookOver();
      driver.drive(vm.get());
      vm = taken < BATCH ? store.takeOver() : Optional.empty();
    }
  }

  /** Asks the pool manager for grants that should be online by now; stops when it is away. */
  public void lookForOnline() {
    for (GrantId grant : readiness.unseen(BATCH)) {
      Optional<GrantState> state = desk.look(grant);
      if (state.isEmpty()) {
        return;
      }
      if (state.get() == GrantState.ONLINE) {
        readiness.ready(grant);
      }
    }
  }
}
