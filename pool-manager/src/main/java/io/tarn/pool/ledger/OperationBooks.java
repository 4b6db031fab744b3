package io.tarn.pool.ledger;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * What a transaction can read of operations. An operation is written only by who holds its host's
 * lock; an order also holds its VM's attempt and its grants.
 */
public interface OperationBooks {

  /** An operation by name. */
  Optional<Operation> find(String hostId, String operationId);

  /** Operations of a host by name, in the order of their names; what does not exist is left out. */
  List<Operation> find(String hostId, Collection<String> operationIds);

  /** The operation of a VM that has not ended. */
  Optional<Operation> unfinishedOfVm(String vmId);

  /** Operations of a host that have not ended, by name. */
  List<Operation> unfinishedOfHost(String hostId);

  /** Operations that have not ended and come from, or go to, one of these grants. */
  List<Operation> unfinishedOfGrants(Collection<String> grantIds);

  /** Operations that have not ended and come from a grant of a pool. */
  List<Operation> unfinishedOfPool(String poolId);

  /** Operations of these hosts that have not ended though their deadline has passed. */
  List<Operation> overdue(Collection<String> hostIds);

  /**
   * Locks hosts that have an operation which is overdue; those that somebody else holds are left to
   * the next look.
   *
   * @param most at most so many
   */
  List<String> lockHostsWithOverdue(int most);
}
