package io.tarn.pool.grant;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.GrantRequest;
import io.tarn.contracts.pool.GrantView;
import io.tarn.contracts.pool.PortView;
import io.tarn.pool.ledger.Books;
import io.tarn.pool.ledger.Decision;
import io.tarn.pool.ledger.Effects;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.ledger.Host;
import io.tarn.pool.ledger.Ledger;
import io.tarn.pool.ledger.Pool;
import io.tarn.pool.slice.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Gives slices to VMs and asks for them back; any replica may. */
public final class Grants {

  private final Ledger ledger;

  /**
   * @param ledger where grants are committed
   */
  public Grants(Ledger ledger) {
    this.ledger = ledger;
  }

  /**
   * Commits a grant: all its slices or none. Repeating it changes nothing.
   *
   * @return what became of it, durable if it was committed
   */
  public PutOutcome put(GrantId id, GrantRequest asked) {
    return ledger.decide(books -> put(books, id, asked));
  }

  private static Decision<PutOutcome> put(Books books, GrantId id, GrantRequest asked) {
    int newest = books.lockAttempt(id.vmId());
    Optional<PutOutcome> answered =
        GrantRules.answered(id, asked, newest, books.grant(id).orElse(null), books.slicesOf(id));
    if (answered.isPresent()) {
      return Decision.only(answered.get());
    }
    PortView port = books.holdPort(asked.poolId(), asked.hostId()).orElse(null);
    Optional<Pool> pool = books.pool(asked.poolId());
    if (pool.isEmpty()) {
      return Decision.only(new PutOutcome.NoPool(asked.poolId()));
    }
    if (pool.get().failed()) {
      return Decision.only(new PutOutcome.PoolFailed(asked.poolId()));
    }
    Host host = books.host(asked.hostId()).orElse(null);
    if (host != null && host.fence() != null) {
      return Decision.only(new PutOutcome.Fenced(asked.hostId(), host.fence()));
    }
    Optional<String> refusal = GrantRules.notPoolable(asked, port, host);
    if (refusal.isPresent()) {
      return Decision.only(new PutOutcome.NotPoolable(refusal.get()));
    }
    return replace(books, id, asked);
  }

  private static Decision<PutOutcome> replace(Books books, GrantId id, GrantRequest asked) {
    List<Grant> older = new ArrayList<>();
    List<Slice> olderSlices = new ArrayList<>();
    books
        .liveGrant(id.vmId())
        .ifPresent(
            live -> {
              // only the holder of the attempt takes a grant's life, so it is live still
              List<String> liveId = List.of(live.id().toString());
              older.addAll(books.lockGrants(liveId));
              olderSlices.addAll(books.lockSlicesOf(liveId));
            });
    List<Slice> free = books.takeFree(asked.poolId(), asked.sizeGiB());
    if (free.size() < asked.sizeGiB()) {
      return Decision.only(new PutOutcome.Exhausted(asked.poolId(), asked.sizeGiB(), free.size()));
    }
    return GrantRules.commit(id, asked, older.isEmpty() ? null : older.get(0), olderSlices, free);
  }

  /** Asks a grant back, or makes sure that it never arrives. Repeating it changes nothing. */
  public GrantView withdraw(GrantId id) {
    return ledger.decide(
        books -> {
          books.lockAttempt(id.vmId());
          List<String> ids = List.of(id.toString());
          List<Grant> known = books.lockGrants(ids);
          return known.isEmpty()
              ? GrantRules.tombstone(id)
              : GrantRules.withdraw(known.get(0), books.lockSlicesOf(ids));
        });
  }

  /** Asks back a live grant as part of another decision, with the slices that serve it, locked. */
  public static void release(Effects.Draft draft, Grant grant, List<Slice> held) {
    GrantRules.release(draft, grant, held);
  }

  /** A grant as it stands; empty when it was never heard of. */
  public Optional<GrantView> find(GrantId id) {
    return ledger.read(
        books -> books.grant(id).map(grant -> GrantRules.view(grant, books.slicesOf(id))));
  }
}
