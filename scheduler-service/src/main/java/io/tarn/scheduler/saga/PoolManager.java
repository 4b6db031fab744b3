package io.tarn.scheduler.saga;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.GrantRequest;
import io.tarn.contracts.pool.GrantState;
import java.util.Optional;

/** The pool manager, at the other end of a network that loses and delays. */
public interface PoolManager {

  /** Asks for a grant; asking again is the same grant. */
  GrantReply grant(GrantId grant, GrantRequest request);

  /**
   * Takes a grant back, also one that has not arrived.
   *
   * @return whether the pool manager said yes
   */
  boolean withdraw(GrantId grant);

  /** Where a grant is; empty when the pool manager does not answer or does not know it. */
  Optional<GrantState> look(GrantId grant);
}
