package io.tarn.scheduler.saga;

import io.tarn.contracts.placement.VmRequest;
import io.tarn.scheduler.host.Cluster;
import io.tarn.scheduler.host.ClusterSnapshot;
import io.tarn.scheduler.placement.Decision;
import io.tarn.scheduler.placement.PlacementEngine;
import io.tarn.scheduler.placement.Question;
import io.tarn.scheduler.placement.SizeLimit;
import io.tarn.scheduler.placement.Tried;
import io.tarn.scheduler.policy.PoolCeiling;
import io.tarn.scheduler.policy.PoolingPolicy;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Puts policy, view and engine together; never acts on a view that is too old. */
public final class Decider {

  private final Cluster cluster;
  private final PoolingPolicy policy;
  private final PlacementEngine engine;
  private final SagaLimits limits;

  /**
   * @param cluster the view
   * @param policy gives the ceiling
   * @param engine finds the place
   * @param limits how old the view may be
   */
  public Decider(Cluster cluster, PoolingPolicy policy, PlacementEngine engine, SagaLimits limits) {
    this.cluster = cluster;
    this.policy = policy;
    this.engine = engine;
    this.limits = limits;
  }

  /** The policy's name. */
  String policy() {
    return policy.name();
  }

  /** How old the view of the hosts is, when that is too old to place anything. */
  Optional<Duration> tooOld() {
    Duration age = cluster.snapshot().hostAge();
    return age.compareTo(limits.hostViewMaxAge()) > 0 ? Optional.of(age) : Optional.empty();
  }

  /** A place for a VM that has none. */
  Decision decide(VmRequest request) {
    return onFreshView(() -> decide(request, Tried.nothing(), cluster.snapshot()));
  }

  /** Another place for a VM; the one that it has now counts as free. */
  Decision decideAgain(Vm vm, Tried tried) {
    return onFreshView(() -> decide(vm.request(), tried, without(vm)));
  }

  /** The field of a request that no host could ever meet. */
  Optional<SizeLimit.TooLarge> tooLarge(VmRequest request) {
    return new SizeLimit(policy).check(request, cluster.snapshot());
  }

  private Decision onFreshView(Supplier<Decision> decide) {
    Decision decision = decide.get();
    if (decision instanceof Decision.NoFit
        && cluster.refreshOlderThan(limits.refusalViewMaxAge())) {
      return decide.get();
    }
    return decision;
  }

  private Decision decide(VmRequest request, Tried tried, ClusterSnapshot snapshot) {
    PoolCeiling ceiling = ceiling(request, tried, snapshot);
    return engine.decide(new Question(request, policy.name(), ceiling, tried), snapshot);
  }

  private PoolCeiling ceiling(VmRequest request, Tried tried, ClusterSnapshot snapshot) {
    PoolCeiling ceiling = policy.ceiling(request);
    if (ceiling.poolGiB() == 0) {
      return ceiling;
    }
    String off = tried.poolingOff();
    if (off != null) {
      return ceiling.withdrawn(off);
    }
    return snapshot.poolAge().compareTo(limits.poolViewMaxAge()) > 0
        ? ceiling.withdrawn("pool-state-stale")
        : ceiling;
  }

  private ClusterSnapshot without(Vm vm) {
    return cluster
        .snapshot()
        .without(vm.place().hostId(), vm.request().vcpus(), vm.place().localMiB());
  }
}
