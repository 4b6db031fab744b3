package io.tarn.pool.audit;

import io.tarn.contracts.pool.PoolAudit;

/** Is told what audits found, for metrics. */
public interface AuditObserver {

  /** A pool was audited. */
  void audited(PoolAudit audit);
}
