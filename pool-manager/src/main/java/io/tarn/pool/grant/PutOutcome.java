package io.tarn.pool.grant;

import io.tarn.contracts.pool.GrantView;

/** What becomes of asking for a grant. */
public sealed interface PutOutcome {

  /** It was committed now. */
  record Created(GrantView view) implements PutOutcome {}

  /** It was committed before; this is how it stands. */
  record Exists(GrantView view) implements PutOutcome {}

  /** The same id was asked for with another body. */
  record Differs(GrantView view) implements PutOutcome {}

  /** It was withdrawn or released; it never comes to life again. */
  record Withdrawn() implements PutOutcome {}

  /** A newer attempt of the VM is known. */
  record Superseded(int newest) implements PutOutcome {}

  /** There is no such pool. */
  record NoPool(String poolId) implements PutOutcome {}

  /** The host may not get memory of the pool. */
  record NotPoolable(String reason) implements PutOutcome {}

  /** The host is fenced. */
  record Fenced(String hostId, String reason) implements PutOutcome {}

  /** The EMC of the pool has failed; it gives nothing out. */
  record PoolFailed(String poolId) implements PutOutcome {}

  /** The pool has too few free slices. */
  record Exhausted(String poolId, int asked, int free) implements PutOutcome {}
}
