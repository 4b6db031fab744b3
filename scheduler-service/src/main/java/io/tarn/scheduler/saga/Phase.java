package io.tarn.scheduler.saga;

import io.tarn.contracts.placement.VmState;
import java.util.EnumSet;
import java.util.Set;

/**
 * Where a VM's row is.
 *
 * <pre>
 * (asked) -&gt; PENDING -&gt; PLACED -&gt; READY -&gt; DELETING -&gt; DELETED
 *              |  ^         |                  ^
 *              |  |         +------------------+   PENDING, too
 *              v  |
 *            REFUSED                (asked, all-local) -&gt; READY
 * </pre>
 */
public enum Phase {
  /** Resources of a host are reserved; the pool has not answered yet. */
  PENDING,
  /** The grant is committed. */
  PLACED,
  /** Every slice was observed online, or there is none. */
  READY,
  /** It is leaving; the pool manager has not yet said that it takes the grant back. */
  DELETING,
  /** Its host's share is free; its name is never used again. */
  DELETED,
  /** It came to nothing before any client was told of it; to clients it does not exist. */
  REFUSED;

  /** Where it may go from here. */
  private Set<Phase> next() {
    return switch (this) {
      case PENDING -> EnumSet.of(PLACED, READY, DELETING, REFUSED);
      case PLACED -> EnumSet.of(READY, DELETING);
      case READY -> EnumSet.of(DELETING);
      case DELETING -> EnumSet.of(DELETED);
      case DELETED -> EnumSet.noneOf(Phase.class);
      case REFUSED -> EnumSet.of(PENDING, READY);
    };
  }

  /**
   * Checks a move.
   *
   * @return the new phase
   * @throws IllegalStateException when there is no way from here to there
   */
  Phase to(Phase target) {
    if (!next().contains(target)) {
      throw new IllegalStateException("no way from " + this + " to " + target);
    }
    return target;
  }

  /** Whether the name is used up. */
  public boolean gone() {
    return this == DELETING || this == DELETED;
  }

  /** As clients see it. */
  VmState state() {
    return switch (this) {
      case PENDING -> VmState.PENDING;
      case PLACED -> VmState.PLACED;
      case READY -> VmState.READY;
      case DELETING -> VmState.DELETING;
      case DELETED -> VmState.DELETED;
      case REFUSED -> throw new IllegalStateException("a refused VM is not shown");
    };
  }
}
