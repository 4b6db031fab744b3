package io.tarn.scheduler.saga;

import io.tarn.contracts.GrantId;
import java.util.List;

/** The rows of VMs whose slices come online. Each method is one transaction, with its event. */
public interface ReadinessStore {

  /**
   * Takes an event of the pool manager, once.
   *
   * @param poolId the key
   * @param sequence of the event among those of its key
   * @param fact what it tells
   */
  void hear(String poolId, long sequence, SliceFact fact);

  /** Notes that every slice of a grant was seen online; of an older attempt, nothing happens. */
  void ready(GrantId grant);

  /** Grants that were committed a while ago and are not known to be online. */
  List<GrantId> unseen(int most);
}
