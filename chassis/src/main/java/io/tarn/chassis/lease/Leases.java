package io.tarn.chassis.lease;

import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Leases on the database's clock. */
public interface Leases {

  /**
   * Takes a lease that nobody holds or that has expired. A holder that asks again while it still
   * holds gets the same epoch, for longer.
   *
   * @return the lease; empty when another holds it
   */
  Optional<Lease> acquire(String name, String holder, Duration length);

  /**
   * Makes a lease last longer.
   *
   * @return whether it was still held; {@code false}: stop acting at once
   */
  boolean renew(Lease lease, Duration length);

  /**
   * Makes many leases last longer at once. Those that are in use by a transaction are left out.
   *
   * @return those that last longer now; what is left out may be held still
   */
  default Set<Lease> renewAll(Collection<Lease> leases, Duration length) {
    return leases.stream().filter(lease -> renew(lease, length)).collect(Collectors.toSet());
  }

  /** Gives a lease back, so that the next one need not wait. */
  void release(Lease lease);

  /**
   * Holds the lease's row until the current transaction ends, so that what is written in it is
   * written under the lease or not at all.
   *
   * @throws LeaseLostException when the lease has expired or changed hands
   * @throws IllegalStateException outside a transaction
   */
  void guard(Lease lease);
}
