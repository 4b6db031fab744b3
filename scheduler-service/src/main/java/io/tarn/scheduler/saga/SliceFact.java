package io.tarn.scheduler.saga;

import io.tarn.contracts.GrantId;

/** What an event of the pool manager means to a VM. */
public sealed interface SliceFact {

  /** Every slice of the grant is online. */
  record Online(GrantId grant) implements SliceFact {}

  /** Nothing that a VM's state depends on. */
  record Other() implements SliceFact {}
}
