package io.tarn.pool.ledger;

import io.tarn.pool.slice.Slice;
import java.util.List;

/** A fact that others are told of once it is committed. */
public sealed interface Announcement {

  /** The pool that it is about. */
  String poolId();

  /**
   * A grant was given its slices.
   *
   * @param slices their numbers
   */
  record Committed(Grant grant, List<Integer> slices) implements Announcement {
    /** Copies the collection. */
    public Committed {
      slices = List.copyOf(slices);
    }

    @Override
    public String poolId() {
      return grant.granted().poolId();
    }
  }

  /** Every slice of a grant was seen online. */
  record Online(Grant grant) implements Announcement {
    @Override
    public String poolId() {
      return grant.granted().poolId();
    }
  }

  /** A grant is to be released. */
  record Releasing(Grant grant) implements Announcement {
    @Override
    public String poolId() {
      return grant.granted().poolId();
    }
  }

  /** Every slice of a grant is FREE again. */
  record Released(Grant grant) implements Announcement {
    @Override
    public String poolId() {
      return grant.granted().poolId();
    }
  }

  /**
   * The EMC of a pool has failed.
   *
   * @param incarnation of the EMC
   * @param reason why
   */
  record PoolFailed(String poolId, int incarnation, String reason) implements Announcement {}

  /**
   * A live grant was lost with its EMC.
   *
   * @param lostGiB its size
   */
  record GrantLost(Grant grant, int lostGiB) implements Announcement {
    @Override
    public String poolId() {
      return grant.granted().poolId();
    }
  }

  /**
   * Another EMC serves the pool.
   *
   * @param incarnation of the new EMC
   */
  record PoolReplaced(String poolId, int incarnation) implements Announcement {}

  /**
   * A host is fenced: what it has of the pool is taken from it.
   *
   * @param reason why
   * @param slices their numbers
   */
  record HostFenced(String poolId, String hostId, String reason, List<Integer> slices)
      implements Announcement {
    /** Copies the collection. */
    public HostFenced {
      slices = List.copyOf(slices);
    }
  }

  /** An operation is over. */
  record OperationEnded(Operation operation) implements Announcement {
    @Override
    public String poolId() {
      return operation.poolId();
    }
  }

  /** A slice cannot be given up by its host. */
  record Quarantined(Slice slice) implements Announcement {
    @Override
    public String poolId() {
      return slice.key().poolId();
    }
  }
}
