package io.tarn.trainer.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tarn.contracts.InvalidField;
import io.tarn.contracts.feature.CounterFeatures;
import io.tarn.contracts.feature.UntouchedPast;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CasesTest {

  private static final long DAY = Folds.DAY_MILLIS;
  private static final long HOUR = 3_600_000;

  @Test
  void case_seesOnlyVmsThatHadLeftBeforeItArrived() {
    Dataset dataset =
        dataset(
            vm("a", 0, HOUR, 750),
            vm("b", 0, 2 * HOUR, 500),
            vm("c", 0, 3 * HOUR + 1, 0),
            vm("d", 3 * HOUR, 4 * HOUR, 100),
            vm("z", 9 * DAY, 9 * DAY + HOUR, 100));

    VmCase d = fitted(dataset, 3);

    // a left 25 % and b 50 % untouched; c left a moment too late
    assertThat(d.traits().customerPast())
        .isEqualTo(new UntouchedPast(2, 0.25f, 0.25f, 0.25f, 0.5f, HOUR));
    assertThat(d.traits().customerTypePast()).isEqualTo(d.traits().customerPast());
    assertThat(d.untouchedShare()).isEqualTo(0.9f);
    assertThat(fitted(dataset, 0).traits().customerPast()).isEqualTo(UntouchedPast.NONE);
  }

  @Test
  void case_seesNothingOlderThanThirtyDays() {
    Dataset dataset =
        dataset(
            vm("a", 0, HOUR, 750),
            vm("b", 30 * DAY + HOUR, 31 * DAY, 0),
            vm("z", 60 * DAY, 60 * DAY, 0));

    assertThat(fitted(dataset, 1).traits().customerPast()).isEqualTo(UntouchedPast.NONE);
  }

  @Test
  void case_countersAreOfTheNewestDayThatWasOverThen() {
    Dataset dataset =
        new Dataset(
            List.of(row(0, 1), row(DAY, 2), row(2 * DAY, 3)),
            List.of(
                vm("a", DAY - 1, DAY, 0),
                vm("b", 2 * DAY, 2 * DAY, 0),
                vm("z", 9 * DAY, 9 * DAY, 0)),
            List.of());

    assertThat(fitted(dataset, 0).counters()).isNull();
    WorkloadRow counters = fitted(dataset, 1).counters();
    assertThat(counters == null ? -1 : counters.dayStartMillis()).isEqualTo(DAY);
    assertThat(fitted(dataset, 1).slowdownPercent()).isEqualTo(2);
  }

  @Test
  void folds_ofTenDays_areSixTwoAndTwo() {
    Folds folds = Folds.of(dataset(vm("a", DAY / 2, DAY, 0), vm("z", 9 * DAY, 9 * DAY, 0)), 1);

    assertThat(folds.calibrateFromMillis()).isEqualTo(6 * DAY);
    assertThat(folds.evaluateFromMillis()).isEqualTo(8 * DAY);
    assertThat(folds.ofTime(6 * DAY - 1)).isEqualTo(Fold.FIT);
    assertThat(folds.ofTime(6 * DAY)).isEqualTo(Fold.CALIBRATE);
    assertThat(folds.ofTime(8 * DAY)).isEqualTo(Fold.EVALUATE);
  }

  @Test
  void folds_withAVmThatWasThereLongBefore_areOfTheDaysWithCounters() {
    Dataset dataset =
        new Dataset(
            List.of(row(100 * DAY, 1), row(101 * DAY, 1)),
            List.of(vm("old", 0, 105 * DAY, 0), vm("z", 109 * DAY, 109 * DAY, 0)),
            List.of());
    assertThat(Folds.of(dataset, 1)).isEqualTo(new Folds(106 * DAY, 108 * DAY, 1));
  }

  @Test
  void folds_byUnit_areQuarters() {
    Folds folds = new Folds(0, 0, 5);
    Map<Integer, Long> count =
        IntStream.range(0, 4000)
            .mapToObj(i -> folds.part("w" + i))
            .collect(Collectors.groupingBy(part -> part, Collectors.counting()));

    // 4 standard deviations of a binomial
    assertThat(count)
        .hasSize(4)
        .allSatisfy((part, units) -> assertThat(units).isBetween(890L, 1110L));
  }

  @Test
  void noForest_isAskedOfAWorkloadThatItHasSeen() {
    List<VmRow> vms = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      vms.add(
          new VmRow(
              "v" + i, "c", "t", "o", "r", "w" + i % 60, 1000, 1, i * DAY / 40, i * DAY / 40, 0));
    }
    List<WorkloadRow> rows = IntStream.range(0, 60).mapToObj(i -> row("c/w" + i, DAY, 1)).toList();
    Cases cases =
        new Cases(
            new Dataset(rows, vms, List.of()), Folds.of(new Dataset(rows, vms, List.of()), 1));

    Set<String> calibrated = new HashSet<>();
    for (HeldOut part : cases.heldOut()) {
      assertThat(asked(part.vms())).isNotEmpty().doesNotContainAnyElementsOf(seen(part.rows()));
      calibrated.addAll(asked(part.vms()));
    }
    assertThat(asked(cases.evaluation()))
        .isNotEmpty()
        .doesNotContainAnyElementsOf(seen(cases.forestRows()));
    assertThat(seen(cases.forestRows())).containsAll(calibrated);

    Dataset all = new Dataset(rows, vms, List.of());
    Cases other = new Cases(all, Folds.of(all, 2));
    assertThat(asked(cases.evaluationWith(2)))
        .as("what neither of two pairs has seen")
        .isEqualTo(asked(other.evaluationWith(1)))
        .isNotEmpty()
        .doesNotContainAnyElementsOf(seen(cases.forestRows()))
        .doesNotContainAnyElementsOf(seen(other.forestRows()));
    assertThat(cases.evaluationWith(1)).isEqualTo(cases.evaluation());
  }

  private static Set<String> asked(List<VmCase> vms) {
    return vms.stream()
        .map(VmCase::counters)
        .filter(Objects::nonNull)
        .map(WorkloadRow::workloadId)
        .collect(Collectors.toSet());
  }

  private static Set<String> seen(List<WorkloadRow> rows) {
    return rows.stream().map(WorkloadRow::workloadId).collect(Collectors.toSet());
  }

  @Test
  void rows_outOfRangeOrNaN_areRefused() {
    assertThatExceptionOfType(InvalidField.class)
        .isThrownBy(() -> vm("a", 0, 0, 1001))
        .satisfies(e -> assertThat(e.field()).isEqualTo("touched_ever_mib"));
    assertThatExceptionOfType(InvalidField.class)
        .isThrownBy(() -> vm("a", 5, 4, 0))
        .satisfies(e -> assertThat(e.field()).isEqualTo("ended_millis"));
    assertThatExceptionOfType(InvalidField.class).isThrownBy(() -> row(0, Float.NaN));
  }

  private static VmCase fitted(Dataset dataset, int place) {
    return new Cases(dataset, Folds.of(dataset, 1)).fitted().get(place);
  }

  private static Dataset dataset(VmRow... vms) {
    return new Dataset(List.of(), List.of(vms), List.of());
  }

  private static VmRow vm(String id, long started, long ended, long touched) {
    return new VmRow(id, "c", "t", "linux", "north", "w", 1000, 1, started, ended, touched);
  }

  private static WorkloadRow row(long day, float slowdown) {
    return row("c/w", day, slowdown);
  }

  private static WorkloadRow row(String workload, long day, float slowdown) {
    return new WorkloadRow(
        workload, day, Collections.nCopies(CounterFeatures.NAMES.size(), 1f), slowdown);
  }
}
