package io.tarn.pool.grant;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.PortView;
import io.tarn.pool.ledger.Books;
import io.tarn.pool.ledger.Decision;
import io.tarn.pool.ledger.Effects;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.ledger.Host;
import io.tarn.pool.ledger.Pool;
import io.tarn.pool.ledger.PortKey;
import io.tarn.pool.slice.Slice;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Grants of different VMs that are decided in one transaction, each as it would be alone, in the
 * order in which they are asked for. Everything of one kind is locked and read for all of them at
 * once, in the order of locks.
 */
final class GrantGroup {

  private final Books books;
  private final List<GrantAsk> asked;
  private final Map<GrantAsk, PutOutcome> outcomes = new HashMap<>();
  private final Effects.Draft draft = new Effects.Draft();

  private GrantGroup(Books books, List<GrantAsk> asked) {
    this.books = books;
    this.asked = asked;
  }

  /**
   * Decides.
   *
   * @param asked of a VM at most one
   * @return the outcome of each, in the order of {@code asked}
   */
  static Decision<List<PutOutcome>> decide(Books books, List<GrantAsk> asked) {
    GrantGroup group = new GrantGroup(books, asked);
    group.answerKnown();
    group.refuse();
    group.commit();
    List<PutOutcome> inOrder =
        asked.stream().map(ask -> Objects.requireNonNull(group.outcomes.get(ask))).toList();
    return new Decision<>(inOrder, group.draft.effects());
  }

  /** What has no outcome yet. */
  private List<GrantAsk> open() {
    return asked.stream().filter(ask -> !outcomes.containsKey(ask)).toList();
  }

  private void answerKnown() {
    Map<String, Integer> newest = books.lockAttempts(vmIds(asked));
    Map<GrantId, Grant> known =
        by(Grant::id, books.grants(asked.stream().map(GrantAsk::id).toList()));
    for (GrantAsk ask : asked) {
      Grant grant = known.get(ask.id());
      List<Slice> held = grant == null ? List.of() : books.slicesOf(ask.id());
      GrantRules.answered(
              ask.id(), ask.request(), newest.getOrDefault(ask.id().vmId(), 0), grant, held)
          .ifPresent(outcome -> outcomes.put(ask, outcome));
    }
  }

  private void refuse() {
    List<GrantAsk> open = open();
    if (open.isEmpty()) {
      return;
    }
    Map<PortKey, PortView> ports =
        by(
            port -> new PortKey(port.poolId(), port.hostId()),
            books.holdPorts(open.stream().map(GrantAsk::port).toList()));
    Map<String, Pool> pools =
        by(Pool::poolId, books.pools(distinct(open, ask -> ask.request().poolId())));
    Map<String, Host> hosts =
        by(Host::hostId, books.hosts(distinct(open, ask -> ask.request().hostId())));
    for (GrantAsk ask : open) {
      GrantRules.refused(
              ask.request(),
              pools.get(ask.request().poolId()),
              ports.get(ask.port()),
              hosts.get(ask.request().hostId()))
          .ifPresent(outcome -> outcomes.put(ask, outcome));
    }
  }

  private void commit() {
    List<GrantAsk> open = open();
    if (open.isEmpty()) {
      return;
    }
    Map<String, Grant> older = lockLive(open);
    Map<String, List<Slice>> olderSlices = lockSlicesOf(older.values());
    Map<String, Deque<Slice>> free = takeFree(open);
    for (GrantAsk ask : open) {
      Deque<Slice> left = free.getOrDefault(ask.request().poolId(), new ArrayDeque<>());
      int size = ask.request().sizeGiB();
      if (left.size() < size) {
        outcomes.put(ask, new PutOutcome.Exhausted(ask.request().poolId(), size, left.size()));
        continue;
      }
      List<Slice> taken = Stream.generate(left::removeFirst).limit(size).toList();
      Optional.ofNullable(older.get(ask.id().vmId()))
          .ifPresent(
              grant ->
                  GrantRules.release(
                      draft, grant, olderSlices.getOrDefault(grant.id().toString(), List.of())));
      outcomes.put(ask, GrantRules.commit(draft, ask, taken));
    }
  }

  /** What the VMs live on so far, by VM. */
  private Map<String, Grant> lockLive(List<GrantAsk> open) {
    List<String> ids = ids(books.liveGrants(vmIds(open)));
    // only the holder of the attempt takes a grant's life, so what is live is live still
    return ids.isEmpty() ? Map.of() : by(grant -> grant.id().vmId(), books.lockGrants(ids));
  }

  private Map<String, List<Slice>> lockSlicesOf(Collection<Grant> grants) {
    return grants.isEmpty()
        ? Map.of()
        : books.lockSlicesOf(ids(grants)).stream()
            .collect(Collectors.groupingBy(slice -> String.valueOf(slice.grantId())));
  }

  private static List<String> ids(Collection<Grant> grants) {
    return grants.stream().map(grant -> grant.id().toString()).toList();
  }

  /** Takes for all grants of a pool together, pool after pool in their order. */
  private Map<String, Deque<Slice>> takeFree(List<GrantAsk> open) {
    SortedMap<String, Integer> wanted = new TreeMap<>();
    open.forEach(
        ask -> wanted.merge(ask.request().poolId(), ask.request().sizeGiB(), Integer::sum));
    Map<String, Deque<Slice>> free = new HashMap<>();
    wanted.forEach(
        (poolId, count) -> free.put(poolId, new ArrayDeque<>(books.takeFree(poolId, count))));
    return free;
  }

  private static List<String> vmIds(List<GrantAsk> asks) {
    return asks.stream().map(ask -> ask.id().vmId()).toList();
  }

  private static List<String> distinct(List<GrantAsk> asks, Function<GrantAsk, String> of) {
    return asks.stream().map(of).distinct().toList();
  }

  private static <K, V> Map<K, V> by(Function<V, K> key, Collection<V> values) {
    return values.stream().collect(Collectors.toMap(key, value -> value));
  }
}
