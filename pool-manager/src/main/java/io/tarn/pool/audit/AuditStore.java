package io.tarn.pool.audit;

import io.tarn.contracts.pool.OrphanAudit.Orphan;
import io.tarn.pool.audit.AuditView.SaidSince;
import io.tarn.pool.audit.AuditView.Stood;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.ledger.Host;
import io.tarn.pool.ledger.Said;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What audits read of the record. */
public interface AuditStore {

  /** The database's clock, milliseconds since 1970. */
  long nowMillis();

  /** Names of the pools. */
  List<String> pools();

  /** Every slice of a pool, by number. */
  List<Stood> slices(String poolId);

  /** What hosts last said of slices of a pool. */
  List<SaidSince> said(String poolId);

  /** The grant under which a host was last told to bring online what it says; empty for none. */
  Optional<String> toldUnder(Said said);

  /** The hosts wired to a pool, by name. */
  Map<String, Host> hosts(String poolId);

  /** The grants of a pool that are not over, by id. */
  Map<String, Grant> grants(String poolId);

  /** Live grants that were committed before a moment, the oldest first. */
  List<Orphan> liveBefore(long millis);
}
