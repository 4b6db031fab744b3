package io.tarn.pool.operation;

import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.OperationKind;
import io.tarn.contracts.pool.OperationRequest;
import io.tarn.contracts.pool.SliceState;
import io.tarn.pool.ledger.Command;
import io.tarn.pool.ledger.Decision;
import io.tarn.pool.ledger.Effects;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.ledger.Host;
import io.tarn.pool.ledger.Operation;
import io.tarn.pool.slice.Slice;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is decided about orders. Pure. */
final class OrderRules {

  private static final long MIB_PER_SLICE = 1024;

  private OrderRules() {}

  /**
   * What an order is judged by.
   *
   * @param host the host, locked
   * @param target the host that the VM is to go to, if the manager knows it
   * @param grants those that the order names and the record has, by id, locked
   * @param held slices that serve the first of them, locked
   * @param poolFailed whether the EMC of its pool has failed
   * @param drains whether its host was told to take offline what the VM does not use
   */
  record View(
      Host host,
      @Nullable Host target,
      Map<String, Grant> grants,
      List<Slice> held,
      boolean poolFailed,
      boolean drains) {

    /** Copies the collections. */
    View {
      grants = Map.copyOf(grants);
      held = List.copyOf(held);
    }
  }

  /** What an order gets under a name that is taken. */
  static OrderOutcome known(Operation known, OperationRequest asked) {
    return known.request().equals(asked)
        ? new OrderOutcome.Exists()
        : new OrderOutcome.Differs(known);
  }

  /** Gives a new order, unless something is against it. */
  static Decision<OrderOutcome> order(String operationId, OperationRequest asked, View view) {
    Optional<OrderOutcome> refusal = refusal(asked, view);
    if (refusal.isPresent()) {
      return Decision.only(refusal.get());
    }
    String hostId = view.host().hostId();
    String poolId = grant(view, asked.grantId()).granted().poolId();
    Operation operation = Operation.ordered(hostId, operationId, poolId, asked);
    List<Slice> there =
        view.held().stream()
            .filter(slice -> hostId.equals(slice.hostId()) && slice.settled())
            .toList();
    Effects.Draft draft = new Effects.Draft();
    draft.order(operation);
    draft.command(Command.of(HostCommand.Kind.OPERATE, operation, there));
    return new Decision<>(new OrderOutcome.Ordered(), draft.effects());
  }

  private static Optional<OrderOutcome> refusal(OperationRequest asked, View view) {
    return grantRefusal(asked, view)
        .or(() -> targetRefusal(asked, view))
        .or(() -> notReady(view.host()))
        .or(() -> Optional.ofNullable(view.target()).flatMap(OrderRules::fenced))
        .or(() -> memoryRefusal(asked, view));
  }

  private static Optional<OrderOutcome> grantRefusal(OperationRequest asked, View view) {
    Optional<String> elsewhere = notOn(view, asked.grantId(), view.host().hostId());
    if (elsewhere.isPresent()) {
      return elsewhere.map(reason -> new OrderOutcome.GrantNotLive(asked.grantId(), reason));
    }
    GrantState state = grant(view, asked.grantId()).state();
    boolean replaced = state == GrantState.RELEASING && asked.targetGrantId() != null;
    if (!state.live() && !replaced) {
      return Optional.of(
          new OrderOutcome.GrantNotLive(asked.grantId(), "it is " + state + ", not live"));
    }
    return view.poolFailed()
        ? Optional.of(
            new OrderOutcome.GrantNotLive(asked.grantId(), "the EMC of its pool has failed"))
        : Optional.empty();
  }

  private static Optional<OrderOutcome> targetRefusal(OperationRequest asked, View view) {
    String grantId = asked.targetGrantId();
    if (grantId == null) {
      return Optional.empty();
    }
    Optional<String> elsewhere = notOn(view, grantId, String.valueOf(asked.targetHostId()));
    Optional<String> reason =
        elsewhere.isPresent() || grant(view, grantId).state().live()
            ? elsewhere
            : Optional.of("it is " + grant(view, grantId).state() + ", not live");
    return reason.map(why -> new OrderOutcome.GrantNotLive(grantId, why));
  }

  private static Optional<String> notOn(View view, String grantId, String hostId) {
    Grant grant = view.grants().get(grantId);
    if (grant == null) {
      return Optional.of("it was never committed");
    }
    if (grant.place() == null) {
      return Optional.of("it is " + grant.state() + ", not live");
    }
    String there = grant.granted().hostId();
    return there.equals(hostId)
        ? Optional.empty()
        : Optional.of("it is on host " + there + ", not on host " + hostId);
  }

  private static Optional<OrderOutcome> notReady(Host host) {
    if (host.boot() == null) {
      return Optional.of(
          new OrderOutcome.HostNotReady(
              host.hostId(), "no boot of host " + host.hostId() + " was reported yet"));
    }
    return fenced(host);
  }

  private static Optional<OrderOutcome> fenced(Host host) {
    return Optional.ofNullable(host.fence())
        .map(
            fence ->
                new OrderOutcome.HostNotReady(
                    host.hostId(), "host " + host.hostId() + " is fenced: " + fence));
  }

  private static Optional<OrderOutcome> memoryRefusal(OperationRequest asked, View view) {
    Grant grant = grant(view, asked.grantId());
    int size = grant.granted().sizeGiB();
    if (asked.kind() == OperationKind.ATTACH && grant.state() != GrantState.ONLINE) {
      int online =
          (int) view.held().stream().filter(slice -> slice.state() == SliceState.ONLINE).count();
      return Optional.of(new OrderOutcome.GrantNotOnline(asked.grantId(), online, size));
    }
    if (asked.kind() == OperationKind.ATTACH && view.drains()) {
      return Optional.of(new OrderOutcome.GrantDrains(asked.grantId()));
    }
    return asked.kind() == OperationKind.COPY && asked.totalMiB() > size * MIB_PER_SLICE
        ? Optional.of(new OrderOutcome.MoreThanGranted(size * MIB_PER_SLICE))
        : Optional.empty();
  }

  private static Grant grant(View view, String grantId) {
    Grant grant = view.grants().get(grantId);
    if (grant == null) {
      throw new IllegalArgumentException("grant " + grantId + " is not in view");
    }
    return grant;
  }
}
