package io.tarn.pool.ledger;

import io.tarn.contracts.GrantId;
import org.jspecify.annotations.Nullable;

/** What happens to a grant. */
public sealed interface GrantChange {

  /**
   * It comes into the record, alive or as a tombstone; the newest attempt of its VM is now at least
   * this one.
   */
  record Recorded(Grant grant) implements GrantChange {}

  /**
   * It gets on. When slices of it have to come online anew, that its host was told to drain it is
   * forgotten, so that it is told again.
   *
   * @param grant as it is now
   */
  record Moved(Grant grant) implements GrantChange {}

  /**
   * Its VM is known to leave, or not any more.
   *
   * @param inMillis how soon; {@code null} when it is not known to leave
   * @param staysDrained whether it stays known that its host was told to drain it, if it was
   */
  record Departing(GrantId id, @Nullable Long inMillis, boolean staysDrained)
      implements GrantChange {}

  /** Its host is told to take offline what the VM does not use. */
  record DrainTold(GrantId id) implements GrantChange {}
}
