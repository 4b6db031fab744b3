package io.tarn.scheduler.placement;

import io.tarn.contracts.placement.VmRequest;
import io.tarn.scheduler.host.ClusterSnapshot;
import io.tarn.scheduler.host.HostState;
import io.tarn.scheduler.host.PoolState;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Finds a place for a VM: a pure function of the question and the snapshot. The amount of pool
 * memory comes first, then the host and the pool with the best score.
 */
public final class PlacementEngine {

  private static final int BEST_KEPT = 5;

  private final Split split;
  private final Scoring scoring;

  private PlacementEngine(Split split, Scoring scoring) {
    this.split = split;
    this.scoring = scoring;
  }

  /** The engine that takes the whole ceiling or falls back, with the standard scores. */
  public static PlacementEngine fixed() {
    return new PlacementEngine(new FixedSplit(), Scoring.standard());
  }

  /** Decides. */
  public Decision decide(Question question, ClusterSnapshot snapshot) {
    Rejections rejections = new Rejections();
    for (int poolGiB : split.amounts(question.request(), question.ceiling())) {
      List<ScoredCandidate> feasible = new ArrayList<>();
      for (HostState host : snapshot.hosts()) {
        look(question, host, poolGiB, snapshot, feasible, rejections);
      }
      if (!feasible.isEmpty()) {
        feasible.sort(ScoredCandidate.BEST_FIRST);
        return new Decision.Placed(
            feasible.get(0), trace(question, snapshot, feasible, rejections.list()));
      }
    }
    return new Decision.NoFit(trace(question, snapshot, List.of(), reasons(snapshot, rejections)));
  }

  private void look(
      Question question,
      HostState host,
      int poolGiB,
      ClusterSnapshot snapshot,
      List<ScoredCandidate> feasible,
      Rejections rejections) {
    List<Miss> misses = new ArrayList<>();
    boolean found = false;
    for (Candidate candidate : candidates(question.request(), host, poolGiB, snapshot)) {
      List<Miss> missed = misses(candidate, question.tried());
      if (missed.isEmpty()) {
        feasible.add(scoring.score(candidate));
        found = true;
      }
      misses.addAll(missed);
    }
    if (!found) {
      misses.forEach(miss -> rejections.add(host.hostId(), miss));
    }
  }

  private static List<Candidate> candidates(
      VmRequest request, HostState host, int poolGiB, ClusterSnapshot snapshot) {
    List<PoolState> pools =
        poolGiB == 0
            ? List.of()
            : host.pools().stream().map(snapshot.pools()::get).filter(Objects::nonNull).toList();
    return pools.isEmpty()
        ? List.of(new Candidate(request, host, null, poolGiB))
        : pools.stream().map(pool -> new Candidate(request, host, pool, poolGiB)).toList();
  }

  private static List<Miss> misses(Candidate candidate, Tried tried) {
    List<Miss> admission = misses(Constraints.ADMISSION, candidate, tried);
    return admission.isEmpty() ? misses(Constraints.ROOM, candidate, tried) : admission;
  }

  private static List<Miss> misses(
      List<HardConstraint> constraints, Candidate candidate, Tried tried) {
    List<Miss> misses = new ArrayList<>();
    for (HardConstraint constraint : constraints) {
      constraint.check(candidate, tried).ifPresent(misses::add);
    }
    return misses;
  }

  private static List<Rejection> reasons(ClusterSnapshot snapshot, Rejections rejections) {
    return snapshot.hosts().isEmpty()
        ? List.of(new Rejection("no-hosts", 0, null, 0, 0, 0, ""))
        : rejections.list();
  }

  private Trace trace(
      Question question,
      ClusterSnapshot snapshot,
      List<ScoredCandidate> feasible,
      List<Rejection> rejections) {
    return new Trace(
        question.policy(),
        question.ceiling().poolGiB(),
        question.ceiling().reason(),
        question.ceiling().prediction(),
        split.name(),
        snapshot.hostAge().toMillis(),
        snapshot.poolAge().toMillis(),
        snapshot.hosts().size(),
        feasible.size(),
        feasible.subList(0, Math.min(BEST_KEPT, feasible.size())),
        rejections,
        question.tried().story());
  }
}
