package io.tarn.pool.ledger;

import io.tarn.contracts.GrantId;
import java.net.URI;
import java.util.List;
import java.util.UUID;

/** What happens to a pool. */
public sealed interface PoolChange {

  /** The pool. */
  String poolId();

  /**
   * Its EMC has failed; it gives nothing out any more.
   *
   * @param incarnation of the EMC
   * @param reason why
   * @param affected the grants that had memory on it
   */
  record Failed(String poolId, int incarnation, String reason, List<Affected> affected)
      implements PoolChange {

    /** Copies the collection. */
    public Failed {
      affected = List.copyOf(affected);
    }
  }

  /**
   * Another EMC takes the place of the failed one; whoever led the pool leads no more.
   *
   * @param incarnation of the new EMC
   * @param emc where it answers
   * @param deviceId which device it is
   * @param highestEpoch that it has seen; the next leader's is above
   */
  record Replaced(String poolId, int incarnation, URI emc, UUID deviceId, long highestEpoch)
      implements PoolChange {}

  /** It is known now which device its EMC is. */
  record Identified(String poolId, UUID deviceId) implements PoolChange {}

  /**
   * A grant that had memory on a failed EMC.
   *
   * @param grantId the grant
   * @param hostId its host
   * @param lostGiB slices that were lost under it
   * @param live whether its VM lived on it
   */
  record Affected(GrantId grantId, String hostId, int lostGiB, boolean live) {}
}
