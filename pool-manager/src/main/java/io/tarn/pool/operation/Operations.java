package io.tarn.pool.operation;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.OperationRequest;
import io.tarn.pool.ledger.Books;
import io.tarn.pool.ledger.Decision;
import io.tarn.pool.ledger.Departure;
import io.tarn.pool.ledger.Effects;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.ledger.Host;
import io.tarn.pool.ledger.Ledger;
import io.tarn.pool.ledger.Operation;
import io.tarn.pool.ledger.StaleViewException;
import io.tarn.pool.slice.Slice;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Orders operations of hosts, calls them off and ends those that are overdue; any replica may. */
public final class Operations {

  private static final int HOSTS_AT_ONCE = 64;

  private final Ledger ledger;

  /**
   * @param ledger where operations are committed
   */
  public Operations(Ledger ledger) {
    this.ledger = ledger;
  }

  /**
   * Orders an operation. Repeating it changes nothing.
   *
   * @return what became of it, durable if it was ordered
   */
  public OrderOutcome order(String hostId, String operationId, OperationRequest asked) {
    return ledger.decide(books -> order(books, hostId, operationId, asked));
  }

  private static Decision<OrderOutcome> order(
      Books books, String hostId, String operationId, OperationRequest asked) {
    if (books.host(hostId).isEmpty()) {
      return Decision.only(new OrderOutcome.NoHost());
    }
    books.lockAttempt(asked.vmId());
    Optional<Operation> known = books.operations().find(hostId, operationId);
    if (known.isPresent()) {
      return Decision.only(OrderRules.known(known.get(), asked));
    }
    Optional<Operation> other = books.operations().unfinishedOfVm(asked.vmId());
    if (other.isPresent()) {
      return Decision.only(new OrderOutcome.InProgress(other.get()));
    }
    OrderRules.View view = view(books, hostId, asked);
    if (books.operations().find(hostId, operationId).isPresent()) {
      // of another VM, which holds another attempt
      throw new StaleViewException("operation " + hostId + "/" + operationId);
    }
    return OrderRules.order(operationId, asked, view);
  }

  private static OrderRules.View view(Books books, String hostId, OperationRequest asked) {
    Map<String, Grant> grants = new HashMap<>();
    books
        .lockGrants(
            Stream.concat(Stream.of(asked.grantId()), Stream.ofNullable(asked.targetGrantId()))
                .sorted()
                .toList())
        .forEach(grant -> grants.put(grant.id().toString(), grant));
    List<Slice> held = books.lockSlicesOf(List.of(asked.grantId()));
    Host host =
        books
            .lockHost(hostId)
            .orElseThrow(() -> new IllegalStateException("host " + hostId + " is gone"));
    Host target = Optional.ofNullable(asked.targetHostId()).flatMap(books::host).orElse(null);
    boolean poolFailed =
        Optional.ofNullable(grants.get(asked.grantId()))
            .flatMap(grant -> Optional.ofNullable(grant.place()))
            .flatMap(place -> books.pool(place.poolId()))
            .filter(pool -> pool.failed())
            .isPresent();
    boolean drains =
        grants.containsKey(asked.grantId())
            && books
                .departure(GrantId.parse(asked.grantId()))
                .filter(Departure::drainTold)
                .isPresent();
    return new OrderRules.View(host, target, grants, held, poolFailed, drains);
  }

  /**
   * Calls an operation off; what has ended stays as it ended. Repeating it changes nothing.
   *
   * @return whether there is such an operation
   */
  public boolean cancel(String hostId, String operationId) {
    return ledger.decide(
        books -> {
          books.lockHost(hostId);
          Optional<Operation> operation = books.operations().find(hostId, operationId);
          Effects.Draft draft = new Effects.Draft();
          operation.ifPresent(known -> EndRules.callOff(draft, known, null));
          return new Decision<>(operation.isPresent(), draft.effects());
        });
  }

  /** Ends what is overdue; what another replica is at is left to it. */
  public void expire() {
    boolean more;
    do {
      more = ledger.decide(Operations::expire);
    } while (more);
  }

  private static Decision<Boolean> expire(Books books) {
    List<String> hosts = books.operations().lockHostsWithOverdue(HOSTS_AT_ONCE);
    Effects.Draft draft = new Effects.Draft();
    if (!hosts.isEmpty()) {
      books.operations().overdue(hosts).forEach(operation -> EndRules.expire(draft, operation));
    }
    return new Decision<>(hosts.size() == HOSTS_AT_ONCE, draft.effects());
  }
}
