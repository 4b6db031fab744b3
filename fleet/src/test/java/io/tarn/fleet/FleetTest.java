package io.tarn.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tarn.fleet.oracle.Oracle;
import io.tarn.fleet.vm.Scenario;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class FleetTest {

  private static final int DAY = 86_400;

  private final Fleet fleet = new Fleet(7, 400);

  @Test
  void vm_isTheSameInAnyOrder() {
    List<Arrival> inOrder = fleet.vmsOfDay(3);
    Fleet other = new Fleet(7, 400);
    for (int i = 399; i >= 0; i -= 7) {
      other.vm(40_000 - i);
      assertThat(other.vm(1_200 + i)).isEqualTo(inOrder.get(i));
    }
    assertThat(new Fleet(8, 400).vm(1_200)).isNotEqualTo(inOrder.get(0));
  }

  @Test
  void vmsOfDay_comeInOrderWithinTheirDay() {
    double before = 5 * DAY;
    List<Arrival> vms = fleet.vmsOfDay(5);
    assertThat(vms).hasSize(400);
    for (int i = 0; i < 400; i++) {
      assertThat(vms.get(i).sequence()).isEqualTo(2_000 + i);
      assertThat(vms.get(i).arrivalSeconds()).isBetween(before, 6.0 * DAY);
      before = vms.get(i).arrivalSeconds();
    }
  }

  @Test
  void customers_appearAndDisappear() {
    Set<String> early = customers(0, 5);
    Set<String> late = customers(40, 45);
    Set<String> both = new HashSet<>(early);
    both.retainAll(late);
    assertThat(both).isNotEmpty();
    // stays of 20 to 120 days: in 40 days about half of the hundred who may leave are replaced
    assertThat(late.size() - both.size()).isBetween(25, 75);
    long known = fleet.vmsOfDay(43).stream().filter(vm -> early.contains(vm.customer())).count();
    assertThat(known).isBetween(200L, 399L);
  }

  @Test
  void customers_haveHabits() {
    Map<String, List<Arrival>> byCustomer =
        java.util.stream.IntStream.range(0, 20)
            .mapToObj(fleet::vmsOfDay)
            .flatMap(List::stream)
            .collect(Collectors.groupingBy(vm -> Optional.ofNullable(vm.customer()).orElseThrow()));
    List<Arrival> most =
        byCustomer.values().stream().max((a, b) -> a.size() - b.size()).orElseThrow();
    assertThat(most.size()).isGreaterThan(400);
    assertThat(most.stream().map(Arrival::guestOs).distinct().count()).isBetween(1L, 2L);
    assertThat(most.stream().map(Arrival::region).distinct().count()).isBetween(1L, 2L);
    assertThat(most.stream().map(Arrival::workload).filter(w -> w != null).distinct().count())
        .isBetween(1L, 8L);
    long unnamed =
        byCustomer.values().stream()
            .flatMap(List::stream)
            .filter(vm -> vm.workload() == null)
            .count();
    // four customers in five name nearly every workload, the others seldom do: 0.8*0.03 + 0.2*0.85
    assertThat(unnamed / 8_000.0).isBetween(0.05, 0.40);
  }

  @Test
  void workloads_areTenOfEachArchetype() {
    List<String> names = fleet.workloads();
    assertThat(names).hasSize(1_580).doesNotHaveDuplicates();
    assertThat(names.stream().map(n -> n.substring(0, n.lastIndexOf('.'))).distinct())
        .containsExactlyElementsOf(Oracle.archetypes())
        .hasSize(158);
  }

  @Test
  void sensitivityRun_measuresTheTruthWithNoise() {
    Oracle oracle = new Oracle(fleet);
    double sum = 0;
    for (SensitivityRun run : fleet.sensitivityRuns(Scenario.S222)) {
      double truth = oracle.slowdownPercent(run.workload(), Scenario.S222);
      // 3.5 deviations of two points in a hundred and of 0.35 points
      assertThat(run.slowdownPercent()).isCloseTo(truth, within(0.07 * truth + 1.23));
      sum += run.slowdownPercent() - truth;
      assertThat(run.localCounters()).hasSize(60);
    }
    assertThat(sum / 1_580).isCloseTo(0, within(0.06));
  }

  @Test
  void outcome_isWhatTheLastScanSaw() {
    Oracle oracle = new Oracle(fleet);
    int seen = 0;
    for (Arrival vm : fleet.vmsOfDay(1)) {
      Optional<UntouchedOutcome> outcome = fleet.outcome(vm, Duration.ofMinutes(10));
      assertThat(outcome.isPresent()).isEqualTo(vm.lifeSeconds() >= 600);
      if (outcome.isPresent()) {
        long minutes = 10L * outcome.get().scans();
        assertThat(minutes * 60.0).isBetween(vm.lifeSeconds() - 600, vm.lifeSeconds());
        assertThat(outcome.get().touchedEverMiB())
            .isEqualTo(fleet.running(vm.attributes()).scan((double) minutes, 0).touchedEverMiB());
        assertThat(vm.memoryMiB() - outcome.get().touchedEverMiB())
            .isGreaterThanOrEqualTo(oracle.untouchedMiB(vm));
        seen++;
      }
    }
    assertThat(seen).isGreaterThan(200);
  }

  @Test
  void fleet_refusesWhatItCannotGive() {
    assertThatThrownBy(() -> new Fleet(1, 0)).hasMessageContaining("vmsADay is 0");
    assertThatThrownBy(() -> fleet.vm(-1)).hasMessageContaining("index is -1");
    assertThatThrownBy(() -> fleet.vmsOfDay(-1)).hasMessageContaining("day is -1");
    assertThatThrownBy(() -> fleet.sensitivityRun(" ", Scenario.S182))
        .hasMessageContaining("workload");
    assertThatThrownBy(() -> fleet.outcome(fleet.vm(0), Duration.ZERO))
        .hasMessageContaining("scanEvery is 0");
    assertThatThrownBy(() -> Scenario.of(200)).hasMessageContaining("182 or 222");
    assertThat(Scenario.of(222)).isEqualTo(Scenario.S222);
  }

  private Set<String> customers(int fromDay, int toDay) {
    Set<String> customers = new HashSet<>();
    for (int day = fromDay; day < toDay; day++) {
      fleet.vmsOfDay(day).forEach(vm -> customers.add(String.valueOf(vm.customer())));
    }
    return customers;
  }
}
