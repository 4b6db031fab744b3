package io.tarn.pool.testing;

import io.tarn.pool.ledger.Operation;
import io.tarn.pool.ledger.OperationBooks;
import io.tarn.pool.ledger.OperationChange;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Operations in memory; a deadline passes when a test says so. */
public final class InMemoryOperations implements OperationBooks {

  private final Map<String, Operation> operations = new TreeMap<>();
  private final Set<String> overdue = new HashSet<>();

  /** Lets the deadline of an operation pass. */
  public void passDeadline(String hostId, String operationId) {
    overdue.add(hostId + "/" + operationId);
  }

  /** How many have ended. */
  public int ended() {
    return (int) operations.values().stream().filter(of -> of.state().ended()).count();
  }

  void write(OperationChange change) {
    Operation now = change.operation();
    Operation before = operations.put(now.toString(), now);
    if (change instanceof OperationChange.Ordered) {
      require(before == null, "operation twice: " + now);
      require(
          unfinished(of -> of.request().vmId().equals(now.request().vmId())).size() == 1,
          "another operation of the VM has not ended: " + now);
    } else {
      require(before != null && !before.state().ended(), "it has ended or never was: " + now);
      require(before != null && before.doneMiB() <= now.doneMiB(), "progress falls: " + now);
    }
  }

  @Override
  public Optional<Operation> find(String hostId, String operationId) {
    return Optional.ofNullable(operations.get(hostId + "/" + operationId));
  }

  @Override
  public List<Operation> find(String hostId, Collection<String> operationIds) {
    return operationIds.stream().sorted().flatMap(id -> find(hostId, id).stream()).toList();
  }

  @Override
  public Optional<Operation> unfinishedOfVm(String vmId) {
    return unfinished(of -> of.request().vmId().equals(vmId)).stream().findFirst();
  }

  @Override
  public List<Operation> unfinishedOfHost(String hostId) {
    return unfinished(of -> of.hostId().equals(hostId));
  }

  @Override
  public List<Operation> unfinishedOfGrants(Collection<String> grantIds) {
    return unfinished(
        of ->
            Stream.concat(
                    Stream.of(of.request().grantId()),
                    Stream.ofNullable(of.request().targetGrantId()))
                .anyMatch(grantIds::contains));
  }

  @Override
  public List<Operation> unfinishedOfPool(String poolId) {
    return unfinished(of -> of.poolId().equals(poolId));
  }

  @Override
  public List<Operation> overdue(Collection<String> hostIds) {
    return unfinished(of -> hostIds.contains(of.hostId()) && overdue.contains(of.toString()));
  }

  @Override
  public List<String> lockHostsWithOverdue(int most) {
    return unfinished(of -> overdue.contains(of.toString())).stream()
        .map(Operation::hostId)
        .distinct()
        .limit(most)
        .toList();
  }

  private List<Operation> unfinished(Predicate<Operation> which) {
    return operations.values().stream()
        .filter(operation -> !operation.state().ended())
        .filter(which)
        .toList();
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalStateException(otherwise);
    }
  }
}
