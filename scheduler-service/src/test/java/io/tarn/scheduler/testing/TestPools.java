package io.tarn.scheduler.testing;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.GrantRequest;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.GrantView;
import io.tarn.contracts.pool.PoolView;
import io.tarn.contracts.pool.SliceState;
import java.net.URI;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Pools and grants as the pool manager keeps them, in memory. */
public final class TestPools {

  private final Map<String, Integer> capacities = new TreeMap<>();
  private final Map<String, Set<String>> wired = new HashMap<>();
  private final Set<String> notPoolable = new HashSet<>();
  private final Map<String, Integer> hidden = new HashMap<>();
  private final Set<String> failed = new HashSet<>();
  private final Map<GrantId, GrantView> grants = new HashMap<>();

  /** Adds a pool. */
  public synchronized void pool(String poolId, int capacityGiB, String... hosts) {
    capacities.put(poolId, capacityGiB);
    wired.put(poolId, Set.of(hosts));
  }

  /** A host that cannot get pool memory from now on. */
  public synchronized void notPoolable(String hostId) {
    notPoolable.add(hostId);
  }

  /** Memory of a pool that is shown as free and cannot be granted, as if others were after it. */
  public synchronized void hidden(String poolId, int gib) {
    hidden.put(poolId, gib);
  }

  /** The EMC of a pool is declared failed, and every grant of it is lost. */
  public synchronized void fail(String poolId) {
    failed.add(poolId);
    grants.replaceAll(
        (id, view) ->
            view.poolId().equals(poolId) && view.state().live()
                ? with(view, GrantState.LOST)
                : view);
  }

  /** Every slice of a grant was seen online. */
  public synchronized void online(GrantId grant) {
    grants.computeIfPresent(grant, (id, view) -> with(view, GrantState.ONLINE));
  }

  /** A grant, if known. */
  public synchronized @Nullable GrantView grant(GrantId grant) {
    return grants.get(grant);
  }

  /** The grants of a VM that it may use; more than one would be a bug. */
  public synchronized List<GrantView> live(String vmId) {
    return grants.values().stream()
        .filter(view -> view.vmId().equals(vmId) && view.state().live())
        .toList();
  }

  /** GiB of a pool in live grants. */
  public synchronized int usedGiB(String poolId) {
    return grants.values().stream()
        .filter(view -> view.poolId().equals(poolId) && view.state().live())
        .mapToInt(GrantView::sizeGiB)
        .sum();
  }

  synchronized Collection<PoolView> views() {
    return capacities.entrySet().stream()
        .map(pool -> view(pool.getKey(), pool.getValue()))
        .toList();
  }

  synchronized Answer put(GrantId id, GrantRequest request) {
    GrantView known = grants.get(id);
    if (known != null) {
      return again(known, request);
    }
    if (newestAttempt(id.vmId()) > id.attempt()) {
      return Answer.problem(409, "attempt-superseded", Map.of());
    }
    Integer capacity = capacities.get(request.poolId());
    if (capacity == null) {
      return Answer.problem(404, "not-found", Map.of());
    }
    if (failed.contains(request.poolId())) {
      return Answer.problem(409, "pool-failed", Map.of());
    }
    if (notPoolable.contains(request.hostId())
        || !wired.getOrDefault(request.poolId(), Set.of()).contains(request.hostId())) {
      return Answer.problem(409, "host-not-poolable", Map.of());
    }
    int free = capacity - usedGiB(request.poolId()) - hidden.getOrDefault(request.poolId(), 0);
    if (free < request.sizeGiB()) {
      return Answer.problem(
          409, "pool-exhausted", Map.of("asked", request.sizeGiB(), "free", free));
    }
    live(id.vmId()).forEach(older -> grants.put(id(older), with(older, GrantState.RELEASING)));
    GrantView granted =
        new GrantView(
            id.toString(),
            id.vmId(),
            request.hostId(),
            request.poolId(),
            request.sizeGiB(),
            GrantState.GRANTED,
            0,
            List.of());
    grants.put(id, granted);
    return new Answer(201, granted);
  }

  synchronized Answer delete(GrantId id) {
    GrantView known = grants.get(id);
    GrantView gone =
        known == null
            ? new GrantView(id.toString(), id.vmId(), "", "", 0, GrantState.WITHDRAWN, 0, List.of())
            : known.state().live() ? with(known, GrantState.RELEASING) : known;
    grants.put(id, gone);
    return new Answer(200, gone);
  }

  synchronized Answer get(GrantId id) {
    GrantView known = grants.get(id);
    return known == null ? Answer.problem(404, "not-found", Map.of()) : new Answer(200, known);
  }

  private static Answer again(GrantView known, GrantRequest request) {
    if (!known.state().live()) {
      return Answer.problem(410, "grant-withdrawn", Map.of());
    }
    boolean same =
        known.hostId().equals(request.hostId())
            && known.poolId().equals(request.poolId())
            && known.sizeGiB() == request.sizeGiB();
    return same ? new Answer(200, known) : Answer.problem(422, "grant-differs", Map.of());
  }

  private int newestAttempt(String vmId) {
    return grants.keySet().stream()
        .filter(id -> id.vmId().equals(vmId))
        .mapToInt(GrantId::attempt)
        .max()
        .orElse(0);
  }

  private PoolView view(String poolId, int capacity) {
    boolean lost = failed.contains(poolId);
    int free = lost ? 0 : capacity - usedGiB(poolId);
    return new PoolView(
        poolId,
        capacity,
        free,
        URI.create("http://127.0.0.1:1/v1/emcs/" + poolId),
        null,
        1,
        lost ? 1_000L : null,
        lost
            ? Map.of(SliceState.LOST, capacity)
            : Map.of(SliceState.FREE, free, SliceState.ONLINE, capacity - free),
        List.copyOf(wired.getOrDefault(poolId, Set.of())));
  }

  private static GrantId id(GrantView view) {
    return GrantId.parse(view.grantId());
  }

  private static GrantView with(GrantView view, GrantState state) {
    return new GrantView(
        view.grantId(),
        view.vmId(),
        view.hostId(),
        view.poolId(),
        view.sizeGiB(),
        state,
        state == GrantState.ONLINE ? view.sizeGiB() : view.onlineGiB(),
        view.slices());
  }

  record Answer(int status, Object body) {

    static Answer problem(int status, String code, Map<String, Object> members) {
      Map<String, Object> body = new HashMap<>(members);
      body.put("code", code);
      body.put("status", status);
      return new Answer(status, body);
    }
  }
}
