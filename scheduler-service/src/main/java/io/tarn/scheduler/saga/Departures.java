package io.tarn.scheduler.saga;

import io.tarn.contracts.GrantId;
import java.util.List;
import java.util.Optional;

/** Lets VMs leave, and takes back the grants of those that have left or moved. */
public final class Departures {

  private static final int BATCH = 50;

  private final DepartureStore store;
  private final GrantDesk desk;

  /**
   * @param store commits
   * @param desk asks the pool manager
   */
  public Departures(DepartureStore store, GrantDesk desk) {
    this.store = store;
    this.desk = desk;
  }

  /**
   * Deletes a VM; however often it is asked for, the VM leaves once.
   *
   * @return the VM, {@link Phase#DELETED} or, while the pool manager has not said yes, {@link
   *     Phase#DELETING}; empty when there is none
   */
  public Optional<Vm> delete(String vmId) {
    Optional<Vm> left = store.leave(vmId);
    if (left.isPresent() && left.get().phase() == Phase.DELETING && withdrawGrant(left.get())) {
      return store.leave(vmId);
    }
    return left;
  }

  /** Asks again for grants to be taken back; stops at the first that gets no yes. */
  public void withdrawDue() {
    List<GrantId> due = store.due(BATCH);
    while (!due.isEmpty()) {
      for (GrantId grant : due) {
        if (!withdraw(grant)) {
          return;
        }
      }
      due = store.due(BATCH);
    }
  }

  private boolean withdrawGrant(Vm vm) {
    GrantId grant = vm.grantId();
    return grant != null && withdraw(grant);
  }

  private boolean withdraw(GrantId grant) {
    if (!desk.withdraw(grant)) {
      return false;
    }
    store.withdrawn(grant);
    return true;
  }
}
