package io.tarn.pool.ledger;

import java.util.List;

/** Tells others of facts, if and only if the current transaction commits. */
public interface Announcer {

  /** Adds facts to the current transaction; those of a pool keep their order. */
  void announce(List<Announcement> announcements);
}
