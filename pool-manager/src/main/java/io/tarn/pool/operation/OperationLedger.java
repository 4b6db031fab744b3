package io.tarn.pool.operation;

import io.tarn.contracts.pool.GrantState;
import io.tarn.pool.ledger.Books;
import io.tarn.pool.ledger.Decision;
import io.tarn.pool.ledger.Effects;
import io.tarn.pool.ledger.FenceChange;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.ledger.GrantChange;
import io.tarn.pool.ledger.Ledger;
import io.tarn.pool.ledger.Operation;
import io.tarn.pool.ledger.OperationBooks;
import io.tarn.pool.ledger.OperationChange;
import io.tarn.pool.ledger.PoolChange;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The record, in which whatever takes the ground from under an operation ends it in the same
 * transaction: a boot or a fence of its host, the failure of its EMC, and the end of its grant,
 * whoever decides that. So none of them needs to think of operations.
 */
public final class OperationLedger implements Ledger {

  private final Ledger ledger;
  private final OperationObserver observer;

  /**
   * @param ledger the record
   * @param observer told of ends
   */
  public OperationLedger(Ledger ledger, OperationObserver observer) {
    this.ledger = ledger;
    this.observer = observer;
  }

  @Override
  public <T> T decide(Function<Books, Decision<T>> work) {
    // of the last run, which is the one that was committed
    List<Effects> committed = new ArrayList<>(1);
    T reply =
        ledger.decide(
            books -> {
              Decision<T> decision = work.apply(books);
              Effects effects = supplemented(books, decision.effects());
              committed.clear();
              committed.add(effects);
              return new Decision<>(decision.reply(), effects);
            });
    committed.forEach(effects -> effects.operations().forEach(this::tell));
    return reply;
  }

  private void tell(OperationChange change) {
    Operation operation = change.operation();
    if (operation.state().ended()) {
      observer.ended(operation.request().kind(), operation.state());
    }
  }

  @Override
  public <T> T read(Function<Books, T> work) {
    return ledger.read(work);
  }

  private static Effects supplemented(Books books, Effects effects) {
    if (effects.none()) {
      return effects;
    }
    Ends ends = new Ends(books);
    OperationBooks operations = books.operations();
    Effects.NewBoot boot = effects.boot();
    if (boot != null) {
      ends.end(() -> operations.unfinishedOfHost(boot.hostId()), EndRules::forgotten);
    }
    if (effects.fence() instanceof FenceChange.Raised fence) {
      ends.end(
          () -> operations.unfinishedOfHost(fence.hostId()),
          (draft, operation) -> EndRules.fail(draft, operation, EndRules.HOST_FENCED));
    }
    for (PoolChange change : effects.pools()) {
      if (change instanceof PoolChange.Failed failed) {
        ends.end(
            () -> operations.unfinishedOfPool(failed.poolId()),
            (draft, operation) -> EndRules.fail(draft, operation, EndRules.EMC_FAILED));
      }
    }
    List<String> lost = moved(effects, GrantState.LOST);
    if (!lost.isEmpty()) {
      ends.end(
          () -> operations.unfinishedOfGrants(lost),
          (draft, operation) -> EndRules.fail(draft, operation, EndRules.EMC_FAILED));
    }
    List<String> releasing = moved(effects, GrantState.RELEASING);
    if (!releasing.isEmpty()) {
      ends.end(
          () -> operations.unfinishedOfGrants(releasing),
          (draft, operation) -> EndRules.callOff(draft, operation, EndRules.GRANT_WITHDRAWN));
    }
    Effects more = ends.draft.effects();
    return more.none()
        ? effects
        : effects.with(more.operations(), more.commands(), more.announcements());
  }

  private static List<String> moved(Effects effects, GrantState state) {
    List<String> ids = new ArrayList<>();
    for (GrantChange change : effects.grants()) {
      if (change instanceof GrantChange.Moved moved && moved.grant().state() == state) {
        Grant grant = moved.grant();
        ids.add(grant.id().toString());
      }
    }
    return ids;
  }

  /** The ends that are being put together, the first cause of each counting. */
  private static final class Ends {

    private final Books books;
    private final Effects.Draft draft = new Effects.Draft();
    private final Set<String> ended = new HashSet<>();

    Ends(Books books) {
      this.books = books;
    }

    /**
     * Ends operations. Nobody orders another of these meanwhile, since whoever orders one holds its
     * host and its grants, and so does whoever decides this; but their hosts report.
     */
    void end(Supplier<List<Operation>> which, BiConsumer<Effects.Draft, Operation> how) {
      List<String> hosts = which.get().stream().map(Operation::hostId).distinct().sorted().toList();
      if (hosts.isEmpty()) {
        return;
      }
      hosts.forEach(books::lockHost);
      for (Operation operation : which.get()) {
        if (ended.add(operation.toString())) {
          how.accept(draft, operation);
        }
      }
    }
  }
}
