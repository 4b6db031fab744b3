package io.tarn.pool.feed;

import io.tarn.contracts.pool.BootReport;
import io.tarn.pool.ledger.Books;
import io.tarn.pool.ledger.Decision;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.ledger.Host;
import io.tarn.pool.ledger.Ledger;
import io.tarn.pool.ledger.StaleViewException;
import io.tarn.pool.slice.Slice;
import java.util.List;
import java.util.Optional;

/** Takes reports of hosts' boots. */
public final class Boots {

  private final Ledger ledger;
  private final HostClockLimit limit;

  /**
   * @param ledger where boots are committed
   * @param limit of what hosts say of their clocks
   */
  public Boots(Ledger ledger, HostClockLimit limit) {
    this.ledger = ledger;
    this.limit = limit;
  }

  /** Takes the report of a host's agent. Repeating it changes nothing. */
  public BootOutcome report(String hostId, BootReport report) {
    long now = limit.nowMillis();
    return ledger.decide(
        books -> {
          Optional<Host> host = books.host(hostId);
          if (host.isEmpty()) {
            return Decision.only(new BootOutcome.NoHost());
          }
          return decide(books, host.get(), report, now);
        });
  }

  private Decision<BootOutcome> decide(Books books, Host seen, BootReport report, long nowMillis) {
    if (seen.boot() != null && seen.runs(report.bootId())) {
      return Decision.only(
          new BootOutcome.Believed(BootRules.view(seen, seen.boot(), seen.lastCommand())));
    }
    long latest = limit.latestMillis(nowMillis);
    if (report.bootedAtMillis() > latest) {
      return Decision.only(
          new BootOutcome.AheadOfClock(report.bootedAtMillis(), nowMillis, latest));
    }
    if (seen.boot() != null && BootRules.superseded(seen, report, latest)) {
      return Decision.only(new BootOutcome.Superseded(seen.boot()));
    }
    List<Grant> grants = books.lockUnfinished(seen.hostId());
    List<String> ids = grants.stream().map(grant -> grant.id().toString()).toList();
    List<Slice> slices = books.lockSlicesOf(ids);
    Host host = books.lockHost(seen.hostId()).orElse(seen);
    if (!host.equals(seen) || !ids.containsAll(books.unfinished(seen.hostId()))) {
      throw new StaleViewException("host " + seen.hostId());
    }
    return BootRules.believe(host, report, grants, slices);
  }
}
