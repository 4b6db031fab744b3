package io.tarn.scheduler.saga;

import io.tarn.contracts.GrantId;
import java.util.List;
import java.util.Optional;

/**
 * The rows of VMs on their way out, and the grants to be taken back. Each method is one
 * transaction, with the events that tell of it.
 */
public interface DepartureStore {

  /**
   * Lets a VM leave. Without pool memory it is gone at once; else its grant is to be withdrawn.
   *
   * @return the row as it is now; empty when there is no such VM
   */
  Optional<Vm> leave(String vmId);

  /** Notes that the pool manager takes a grant back; a VM that left with it is gone by that. */
  void withdrawn(GrantId grant);

  /**
   * Grants that the pool manager has not said yes to for a while; each is given out again only
   * after a while, longer with every try.
   */
  List<GrantId> due(int most);
}
