package io.tarn.pool.sim;

import io.tarn.contracts.pool.BootReport;
import io.tarn.contracts.pool.HostCommand;
import io.tarn.pool.ledger.Books;
import io.tarn.pool.ledger.Command;
import io.tarn.pool.ledger.Decision;
import io.tarn.pool.ledger.Effects;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.ledger.Host;
import io.tarn.pool.ledger.Ledger;
import io.tarn.pool.ledger.Pool;
import io.tarn.pool.slice.Slice;
import io.tarn.pool.testing.InMemoryLedger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The durable record: a log of what was committed, and the rows that follow from it. Rows are lost
 * when the database is killed and made again from the log by what makes them live.
 */
final class Store implements Ledger {

  private final Map<String, List<String>> wiring;
  private final int slices;
  private final Seams seams;
  private final Consumer<Effects> committed;
  private final List<Effects> log = new ArrayList<>();
  private final Map<String, List<HostCommand>> feeds = new TreeMap<>();
  private InMemoryLedger rows;

  /**
   * @param wiring the hosts of each pool
   * @param slices of each pool
   * @param committed told of every commit
   */
  Store(Map<String, List<String>> wiring, int slices, Seams seams, Consumer<Effects> committed) {
    this.wiring = wiring;
    this.slices = slices;
    this.seams = seams;
    this.committed = committed;
    this.rows = empty();
    wiring.values().forEach(hosts -> hosts.forEach(host -> feeds.put(host, new ArrayList<>())));
  }

  private InMemoryLedger empty() {
    InMemoryLedger empty = new InMemoryLedger();
    wiring.forEach(
        (pool, hosts) -> {
          empty.pool(pool, slices, Device.identity(pool, 0));
          hosts.forEach(host -> empty.wire(pool, host));
        });
    return empty;
  }

  @Override
  public <T> T decide(Function<Books, Decision<T>> work) {
    List<Effects> effects = new ArrayList<>(1);
    T reply =
        rows.decide(
            books -> {
              Decision<T> decision = work.apply(books);
              effects.add(decision.effects());
              return decision;
            });
    effects.stream().filter(some -> !some.none()).forEach(this::logged);
    return reply;
  }

  private void logged(Effects effects) {
    log.add(effects);
    effects.commands().forEach(this::feed);
    committed.accept(effects);
  }

  private void feed(Command command) {
    List<HostCommand> feed = feed(command.hostId());
    feed.add(
        new HostCommand(
            feed.size() + 1,
            command.kind(),
            command.grantId(),
            command.poolId(),
            rows.pool(command.poolId()).orElseThrow().emc(),
            rows.ports(command.poolId()).getOrDefault(command.hostId(), -1),
            command.slices()));
  }

  @Override
  public <T> T read(Function<Books, T> work) {
    return rows.read(work);
  }

  /** Writes a row by another hand, past every rule. */
  void overwrite(Slice slice) {
    rows.overwrite(slice);
  }

  /** Writes a grant by another hand, past every rule. */
  void overwrite(Grant grant) {
    rows.overwrite(grant);
  }

  /** Commands of a host after a sequence. */
  List<HostCommand> commands(String hostId, long after) {
    List<HostCommand> feed = feed(hostId);
    return after >= feed.size() ? List.of() : List.copyOf(feed.subList((int) after, feed.size()));
  }

  private List<HostCommand> feed(String hostId) {
    List<HostCommand> feed = feeds.get(hostId);
    if (feed == null) {
      throw new IllegalStateException("host " + hostId + " is not wired");
    }
    return feed;
  }

  /** The rows themselves. */
  InMemoryLedger rows() {
    return rows;
  }

  List<Slice> slices() {
    return rows.all();
  }

  /** The boot of a host that is believed in. */
  Optional<String> boot(String hostId) {
    return rows.host(hostId).map(Host::boot).map(BootReport::bootId);
  }

  /** Whether a host is fenced. */
  boolean fenced(String hostId) {
    return rows.host(hostId).map(Host::fence).isPresent();
  }

  /** A pool as the record has it. */
  Pool pool(String poolId) {
    return rows.pool(poolId).orElseThrow();
  }

  List<Grant> grants() {
    return rows.allGrants();
  }

  /** Kills the database and lets it come up again from its log; the rows before. */
  InMemoryLedger killAndRecover() {
    InMemoryLedger before = rows;
    InMemoryLedger recovered = empty();
    log.forEach(effects -> recovered.decide(books -> new Decision<>(true, effects)));
    seams.recovered(recovered);
    rows = recovered;
    return before;
  }
}
