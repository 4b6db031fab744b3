package io.tarn.pool.grant;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.GrantRequest;
import io.tarn.contracts.pool.GrantView;
import io.tarn.pool.ledger.Effects;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.ledger.Ledger;
import io.tarn.pool.slice.Slice;
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
    return put(List.of(new GrantAsk(id, asked))).get(0);
  }

  /**
   * Commits grants in one transaction, each as if it were asked for alone.
   *
   * @param asked of a VM at most one
   * @return what became of each, in their order
   */
  public List<PutOutcome> put(List<GrantAsk> asked) {
    return ledger.decide(books -> GrantGroup.decide(books, asked));
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
