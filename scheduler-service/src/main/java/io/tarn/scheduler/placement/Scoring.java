package io.tarn.scheduler.placement;

import io.tarn.scheduler.host.PoolState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The weighted mean of several scores. */
final class Scoring {

  private final List<Weighted> parts;
  private final double weights;

  private Scoring(List<Weighted> parts) {
    this.parts = parts;
    this.weights = parts.stream().mapToDouble(Weighted::weight).sum();
  }

  /**
   * Keeps hosts near their own memory-per-core line, so that neither cores nor memory are left
   * without the other; fills hosts that are in use before it opens others; takes pool memory where
   * most is left.
   */
  static Scoring standard() {
    return new Scoring(
        List.of(
            new Weighted(named("memoryPerCore", Scoring::memoryPerCore), 0.5),
            new Weighted(named("bestFit", Scoring::bestFit), 0.3),
            new Weighted(named("poolBalance", Scoring::poolBalance), 0.2)));
  }

  /** The candidate with its score. */
  ScoredCandidate score(Candidate candidate) {
    Map<String, Double> scores = new LinkedHashMap<>();
    double sum = 0;
    for (Weighted part : parts) {
      double value = part.score().of(candidate);
      scores.put(part.score().name(), value);
      sum += part.weight() * value;
    }
    PoolState pool = candidate.pool();
    return new ScoredCandidate(
        new Place(
            candidate.host().hostId(),
            candidate.localMiB(),
            candidate.poolGiB(),
            pool == null ? null : pool.poolId()),
        candidate.host().version(),
        sum / weights,
        scores);
  }

  private static double memoryPerCore(Candidate candidate) {
    return 1 - Math.abs(candidate.freeMemoryShare() - candidate.freeVcpuShare());
  }

  private static double bestFit(Candidate candidate) {
    return 1 - (candidate.freeMemoryShare() + candidate.freeVcpuShare()) / 2;
  }

  private static double poolBalance(Candidate candidate) {
    PoolState pool = candidate.pool();
    return pool == null ? 1 : (double) (pool.freeGiB() - candidate.poolGiB()) / pool.capacityGiB();
  }

  private static Score named(String name, ToDoubleFunction<Candidate> function) {
    return new Score() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public double of(Candidate candidate) {
        return function.applyAsDouble(candidate);
      }
    };
  }

  private record Weighted(Score score, double weight) {}
}
