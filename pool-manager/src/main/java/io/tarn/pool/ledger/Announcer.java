package io.tarn.pool.ledger;

/** Tells others of facts, if and only if the current transaction commits. */
public interface Announcer {

  /** Adds a fact to the current transaction. */
  void announce(Announcement announcement);
}
