package io.tarn.pool.grant;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.GrantRequest;
import io.tarn.pool.ledger.PortKey;

/**
 * A grant that is asked for.
 *
 * @param id VM and attempt
 * @param request what is asked for
 */
public record GrantAsk(GrantId id, GrantRequest request) {

  PortKey port() {
    return new PortKey(request.poolId(), request.hostId());
  }
}
