package io.tarn.pool.ledger;

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
}
