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
   * It gets on.
   *
   * @param grant as it is now
   */
  record Moved(Grant grant) implements GrantChange {}

  /**
   * Its VM is known to leave, or not any more. That its host was told to drain it stays known until
   * the VM is not known to leave.
   *
   * @param inMillis how soon; {@code null} when it is not known to leave
   */
  record Departing(GrantId id, @Nullable Long inMillis) implements GrantChange {}

  /** Its host is told to take offline what the VM does not use. */
  record DrainTold(GrantId id) implements GrantChange {}
}
