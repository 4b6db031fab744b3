package io.tarn.pool.fence;

import io.tarn.pool.ledger.Books;
import io.tarn.pool.ledger.Decision;
import io.tarn.pool.ledger.Effects;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.ledger.Host;
import io.tarn.pool.ledger.Ledger;
import io.tarn.pool.ledger.StaleViewException;
import io.tarn.pool.slice.Slice;
import java.util.List;
import java.util.Optional;

/**
 * Fences hosts. Only somebody who knows that a host's VMs are dead, or must be, decides that: a
 * host that says nothing may well be running them. The fence is written down; whoever leads a pool
 * clears its slices one by one, until each was read back.
 */
public final class Fences {

  private final Ledger ledger;

  /**
   * @param ledger where fences are committed
   */
  public Fences(Ledger ledger) {
    this.ledger = ledger;
  }

  /** Fences a host, until it boots anew or the fence is lifted. Repeating it changes nothing. */
  public FenceOutcome raise(String hostId, String reason) {
    return ledger.decide(
        books -> {
          Optional<Host> seen = books.host(hostId);
          if (seen.isEmpty()) {
            return Decision.only(new FenceOutcome.NoHost());
          }
          View view = lock(books, seen.get());
          String known = view.host().fence();
          if (known != null) {
            return Decision.only(new FenceOutcome.Fenced(known));
          }
          Effects effects = FenceRules.raise(view.host(), reason, view.grants(), view.slices());
          return new Decision<>(new FenceOutcome.Fenced(reason), effects);
        });
  }

  /**
   * Ends the fence of a host; it gets no pool memory before it boots anew. Repeating it changes
   * nothing.
   */
  public FenceOutcome lift(String hostId) {
    return ledger.decide(
        books -> {
          Optional<Host> seen = books.host(hostId);
          if (seen.isEmpty()) {
            return Decision.only(new FenceOutcome.NoHost());
          }
          View view = lock(books, seen.get());
          if (view.host().fence() == null) {
            return Decision.only(new FenceOutcome.Open());
          }
          Effects effects = FenceRules.lift(view.host(), view.grants(), view.slices());
          return new Decision<>(new FenceOutcome.Open(), effects);
        });
  }

  /** Whether a host is wired to any pool. */
  public boolean knows(String hostId) {
    return ledger.read(books -> books.host(hostId)).isPresent();
  }

  private static View lock(Books books, Host seen) {
    String hostId = seen.hostId();
    books.lockPortsOfHost(hostId);
    List<Grant> grants = books.lockUnfinished(hostId);
    List<String> ids = grants.stream().map(grant -> grant.id().toString()).toList();
    List<Slice> slices = books.lockSlicesOf(ids);
    Host host = books.lockHost(hostId).orElse(seen);
    if (!ids.containsAll(books.unfinished(hostId))) {
      throw new StaleViewException("host " + hostId);
    }
    return new View(host, grants, slices);
  }

  /** A host with everything that it has, locked. */
  private record View(Host host, List<Grant> grants, List<Slice> slices) {}
}
