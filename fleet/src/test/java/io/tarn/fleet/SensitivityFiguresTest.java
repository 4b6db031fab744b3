package io.tarn.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tarn.contracts.bus.PmuCounter;
import io.tarn.fleet.oracle.Oracle;
import io.tarn.fleet.vm.CounterSample;
import io.tarn.fleet.vm.Scenario;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The figures are those that Pond (ASPLOS'23) publishes for 158 workloads. */
class SensitivityFiguresTest {

  private static final double PDM_PERCENT = 5;
  private static final List<Fleet> FLEETS =
      Stream.of(1L, 2L, 3L, 4L).map(seed -> new Fleet(seed)).toList();

  @ParameterizedTest
  @CsvSource({"182,0.26,0.43,0.21", "222,0.23,0.37,0.37"})
  void archetypes_slowDownAsPublished(int percent, double under1, double under5, double over25) {
    List<Double> slowdowns = Oracle.archetypeSlowdownsPercent(Scenario.of(percent));
    // 158 workloads cannot be nearer to a whole percent than half a workload, and shares were
    // rounded
    double tolerance = 0.5 / 158 + 0.005;
    assertThat(share(slowdowns, s -> s < 1)).isCloseTo(under1, within(tolerance));
    assertThat(share(slowdowns, s -> s < 5)).isCloseTo(under5, within(tolerance));
    assertThat(share(slowdowns, s -> s > 25)).isCloseTo(over25, within(tolerance));
  }

  @Test
  void archetypes_slowDownByHalfAtMostAt182() {
    // Pond, figure 16: up to 50 % wholly on the pool
    assertThat(Oracle.archetypeSlowdownsPercent(Scenario.S182))
        .allMatch(s -> s >= 0 && s < 55)
        .anyMatch(s -> s > 45);
  }

  @Test
  void classes_haveInsensitiveAndSensitiveWorkloads() {
    Map<String, List<Double>> byClass = new HashMap<>();
    List<Double> slowdowns = Oracle.archetypeSlowdownsPercent(Scenario.S182);
    for (int i = 0; i < slowdowns.size(); i++) {
      String name = Oracle.archetypes().get(i);
      byClass
          .computeIfAbsent(name.substring(0, name.indexOf('.')), k -> new ArrayList<>())
          .add(slowdowns.get(i));
    }
    assertThat(byClass).hasSize(9);
    assertThat(byClass.values())
        .allMatch(c -> c.stream().anyMatch(s -> s < 5) && c.stream().anyMatch(s -> s > 25));
  }

  @Test
  void instances_differWithinAnArchetype() {
    Oracle oracle = new Oracle(FLEETS.get(0));
    List<String> names = FLEETS.get(0).workloads();
    int both = 0;
    for (int archetype = 0; archetype < 158; archetype++) {
      List<Double> instances =
          names.subList(10 * archetype, 10 * archetype + 10).stream()
              .map(name -> oracle.slowdownPercent(name, Scenario.S182))
              .toList();
      assertThat(instances).doesNotHaveDuplicates();
      double under = share(instances, s -> s < PDM_PERCENT);
      both += under > 0 && under < 1 ? 1 : 0;
    }
    // those around 5 %: some instances may lie on the pool, others may not
    assertThat(both).isBetween(10, 60);
  }

  @ParameterizedTest
  @EnumSource(Scenario.class)
  void simpleRules_doAsPublished(Scenario scenario) {
    double dram = 0;
    double memory = 0;
    for (Fleet fleet : FLEETS) {
      List<SensitivityRun> runs = fleet.sensitivityRuns(scenario);
      dram += placed(runs, SensitivityFiguresTest::dramBound) / FLEETS.size();
      memory += placed(runs, SensitivityFiguresTest::memoryBound) / FLEETS.size();
    }
    // "a little under 30 %", published for one set of 158: at 30 % the standard error of a share of
    // 158 workloads is 3.6 points; the mean of four fleets, that share the archetypes, has less
    assertThat(dram).isBetween(0.235, 0.30);
    // "far fewer": half of that
    assertThat(memory).isBetween(0.05, dram / 2 + 0.03);
  }

  @Test
  void someWorkloads_sufferThoughTheyHardlyWaitForDram() {
    for (Fleet fleet : FLEETS) {
      List<SensitivityRun> runs = fleet.sensitivityRuns(Scenario.S182);
      long barely =
          runs.stream()
              .filter(r -> dramBound(r) > 0.01 && dramBound(r) < 0.03 && r.slowdownPercent() > 20)
              .count();
      // "some": of 158 that is one or more, and too few to matter to the median
      assertThat(barely / 1_580.0).isBetween(1 / 158.0 / 2, 0.04);
    }
  }

  /**
   * The share of the workloads that the best threshold calls insensitive while those of them that
   * slow down beyond the margin are at most 2 % of all workloads.
   */
  private static double placed(
      List<SensitivityRun> runs, java.util.function.ToDoubleFunction<SensitivityRun> score) {
    List<SensitivityRun> sorted = runs.stream().sorted(Comparator.comparingDouble(score)).toList();
    int wrong = 0;
    int placed = 0;
    for (int i = 0; i < sorted.size(); i++) {
      wrong += sorted.get(i).slowdownPercent() > PDM_PERCENT ? 1 : 0;
      if (wrong <= 0.02 * sorted.size()) {
        placed = i + 1;
      }
    }
    return placed / (double) sorted.size();
  }

  private static double dramBound(SensitivityRun run) {
    return sum(run, PmuCounter.STALLS_L3_MISS_CYCLES) / sum(run, PmuCounter.CYCLES);
  }

  private static double memoryBound(SensitivityRun run) {
    return sum(run, PmuCounter.MEMORY_BOUND_SLOTS) / sum(run, PmuCounter.SLOTS);
  }

  private static double sum(SensitivityRun run, PmuCounter counter) {
    double sum = 0;
    for (CounterSample sample : run.localCounters()) {
      sum += sample.value(counter);
    }
    return sum;
  }

  private static double share(Collection<Double> values, java.util.function.DoublePredicate which) {
    return values.stream().filter(which::test).count() / (double) values.size();
  }
}
