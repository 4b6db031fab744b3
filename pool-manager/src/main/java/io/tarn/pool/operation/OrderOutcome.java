package io.tarn.pool.operation;

import io.tarn.pool.ledger.Operation;

/** What becomes of ordering an operation. */
public sealed interface OrderOutcome {

  /** It was ordered now. */
  record Ordered() implements OrderOutcome {}

  /** It was ordered before, with the same body. */
  record Exists() implements OrderOutcome {}

  /** It was ordered before, with another body. */
  record Differs(Operation known) implements OrderOutcome {}

  /** The host is not wired to any pool. */
  record NoHost() implements OrderOutcome {}

  /** Another operation of the VM has not ended. */
  record InProgress(Operation other) implements OrderOutcome {}

  /** The VM does not live on the grant, there. */
  record GrantNotLive(String grantId, String reason) implements OrderOutcome {}

  /** Not every slice of the grant is online. */
  record GrantNotOnline(String grantId, int onlineGiB, int sizeGiB) implements OrderOutcome {}

  /** Blocks of the grant are offline, since its VM is known to leave. */
  record GrantDrains(String grantId) implements OrderOutcome {}

  /** More is to be moved out of the pool than the grant has. */
  record MoreThanGranted(long sizeMiB) implements OrderOutcome {}

  /** The host has not booted, or is fenced. */
  record HostNotReady(String hostId, String reason) implements OrderOutcome {}
}
