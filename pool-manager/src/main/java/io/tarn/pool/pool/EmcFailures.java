package io.tarn.pool.pool;

import io.tarn.contracts.emc.TableView;
import io.tarn.contracts.pool.FailRequest;
import io.tarn.contracts.pool.ReplaceRequest;
import io.tarn.pool.device.DeviceException;
import io.tarn.pool.device.EmcDrivers;
import io.tarn.pool.ledger.Announcement;
import io.tarn.pool.ledger.Books;
import io.tarn.pool.ledger.Decision;
import io.tarn.pool.ledger.Effects;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.ledger.Ledger;
import io.tarn.pool.ledger.Pool;
import io.tarn.pool.ledger.PoolChange;
import io.tarn.pool.ledger.StaleViewException;
import io.tarn.pool.slice.Slice;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Declares EMCs failed and puts others in their place. Only somebody who knows decides that: an EMC
 * that does not answer may well be serving its hosts.
 */
public final class EmcFailures {

  private final Ledger ledger;
  private final EmcDrivers drivers;

  /**
   * @param ledger the record
   * @param drivers the devices
   */
  public EmcFailures(Ledger ledger, EmcDrivers drivers) {
    this.ledger = ledger;
    this.drivers = drivers;
  }

  /** Declares the EMC of a pool failed, in one transaction. Repeating it changes nothing. */
  public FailOutcome fail(String poolId, FailRequest request) {
    return ledger.decide(books -> fail(books, poolId, request));
  }

  private static Decision<FailOutcome> fail(Books books, String poolId, FailRequest request) {
    Optional<Pool> locked = books.lockPool(poolId);
    if (locked.isEmpty()) {
      return Decision.only(new FailOutcome.NoPool());
    }
    Pool pool = locked.get();
    if (other(pool, request.incarnation())) {
      return Decision.only(new FailOutcome.OtherIncarnation(pool.incarnation()));
    }
    FailOutcome failed = new FailOutcome.Failed(pool.incarnation());
    if (pool.failed()) {
      return Decision.only(failed);
    }
    books.lockPortsOf(poolId);
    List<Grant> grants = books.lockUnfinishedOf(poolId);
    List<Slice> slices = books.lockSlicesOfPool(poolId);
    List<String> known = grants.stream().map(grant -> grant.id().toString()).toList();
    if (slices.stream()
        .map(Slice::grantId)
        .filter(Objects::nonNull)
        .anyMatch(grantId -> !known.contains(grantId))) {
      throw new StaleViewException("the grants of pool " + poolId);
    }
    return new Decision<>(failed, FailureRules.fail(pool, request.reason(), grants, slices));
  }

  /**
   * Puts another EMC in the place of a failed one, as a new incarnation, after a look at its table.
   * Repeating it changes nothing.
   */
  public ReplaceOutcome replace(String poolId, ReplaceRequest request) {
    Optional<Pool> pool = ledger.read(books -> books.pool(poolId));
    if (pool.isEmpty()) {
      return new ReplaceOutcome.NoPool();
    }
    Optional<ReplaceOutcome> answered = answered(pool.get(), request);
    if (answered.isPresent()) {
      return answered.get();
    }
    TableView table;
    try {
      table = drivers.at(request.emc(), null).readTable();
    } catch (DeviceException e) {
      return new ReplaceOutcome.EmcUnreachable(String.valueOf(e.getMessage()));
    }
    return ledger.decide(books -> replace(books, poolId, request, table));
  }

  private static Decision<ReplaceOutcome> replace(
      Books books, String poolId, ReplaceRequest request, TableView table) {
    Pool pool =
        books
            .lockPool(poolId)
            .orElseThrow(() -> new IllegalStateException("pool " + poolId + " is gone"));
    Optional<ReplaceOutcome> answered = answered(pool, request);
    if (answered.isPresent()) {
      return Decision.only(answered.get());
    }
    Optional<ReplaceOutcome> unfit = FailureRules.unfit(pool, table);
    if (unfit.isPresent()) {
      return Decision.only(unfit.get());
    }
    Optional<String> serves = books.otherPoolOf(table.deviceId(), request.emc(), poolId);
    if (serves.isPresent()) {
      return Decision.only(new ReplaceOutcome.ServesPool(serves.get()));
    }
    int incarnation = pool.incarnation() + 1;
    Effects.Draft draft = new Effects.Draft();
    draft.change(
        new PoolChange.Replaced(
            poolId, incarnation, request.emc(), table.deviceId(), table.highestEpoch()));
    draft.announce(new Announcement.PoolReplaced(poolId, incarnation));
    return new Decision<>(new ReplaceOutcome.Replaced(incarnation), draft.effects());
  }

  /** What a request gets without anything being changed; empty when the EMC is to be replaced. */
  private static Optional<ReplaceOutcome> answered(Pool pool, ReplaceRequest request) {
    Integer meant = request.incarnation();
    boolean serves = !pool.failed() && pool.incarnation() > 1 && pool.emc().equals(request.emc());
    if (serves && (meant == null || meant == pool.incarnation() - 1)) {
      return Optional.of(new ReplaceOutcome.Replaced(pool.incarnation()));
    }
    if (other(pool, meant)) {
      return Optional.of(new ReplaceOutcome.OtherIncarnation(pool.incarnation()));
    }
    return pool.failed()
        ? Optional.empty()
        : Optional.of(new ReplaceOutcome.NotFailed(pool.incarnation()));
  }

  private static boolean other(Pool pool, @Nullable Integer meant) {
    return meant != null && meant != pool.incarnation();
  }
}
