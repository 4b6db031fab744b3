package io.tarn.scheduler.placement;

import io.tarn.scheduler.host.HostState;
import io.tarn.scheduler.host.PoolState;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The constraints of every placement. */
final class Constraints {

  /** Whether a host may be looked at; when not, how full it is does not matter. */
  static final List<HardConstraint> ADMISSION =
      List.of(Constraints::uncordoned, Constraints::labelled);

  /** Whether there is room. */
  static final List<HardConstraint> ROOM =
      List.of(
          Constraints::enoughVcpus, Constraints::enoughLocalMemory, Constraints::enoughPoolMemory);

  private Constraints() {}

  private static Optional<Miss> uncordoned(Candidate candidate, Tried tried) {
    return missWhen(candidate.host()::cordoned, "cordoned");
  }

  private static Optional<Miss> labelled(Candidate candidate, Tried tried) {
    return missWhen(
        () ->
            !candidate
                .host()
                .labels()
                .entrySet()
                .containsAll(candidate.request().labels().entrySet()),
        "labels");
  }

  private static Optional<Miss> enoughVcpus(Candidate candidate, Tried tried) {
    return missBelow("vcpus", candidate.request().vcpus(), candidate.host().freeVcpus(), "vcpus");
  }

  private static Optional<Miss> enoughLocalMemory(Candidate candidate, Tried tried) {
    return missBelow("local-memory", candidate.localMiB(), candidate.host().freeLocalMiB(), "MiB");
  }

  private static Optional<Miss> enoughPoolMemory(Candidate candidate, Tried tried) {
    if (candidate.poolGiB() == 0) {
      return Optional.empty();
    }
    HostState host = candidate.host();
    PoolState pool = candidate.pool();
    if (pool == null) {
      return Optional.of(new Miss("no-pool", candidate.poolGiB(), 0, "GiB"));
    }
    if (!pool.hosts().contains(host.hostId())) {
      return Optional.of(new Miss("pool-not-wired", candidate.poolGiB(), 0, "GiB"));
    }
    if (pool.failed()) {
      return Optional.of(Miss.of("pool-failed"));
    }
    if (tried.hosts().contains(host.hostId())) {
      return Optional.of(Miss.of("host-not-poolable"));
    }
    if (tried.pools().contains(pool.poolId())) {
      return Optional.of(Miss.of("pool-refused"));
    }
    return missBelow("pool-memory", candidate.poolGiB(), pool.freeGiB(), "GiB");
  }

  private static Optional<Miss> missWhen(BooleanSupplier wrong, String reason) {
    return wrong.getAsBoolean() ? Optional.of(Miss.of(reason)) : Optional.empty();
  }

  private static Optional<Miss> missBelow(String reason, long asked, long available, String unit) {
    return available < asked
        ? Optional.of(new Miss(reason, asked, available, unit))
        : Optional.empty();
  }
}
