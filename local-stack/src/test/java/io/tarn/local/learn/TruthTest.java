package io.tarn.local.learn;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.placement.VmState;
import io.tarn.fleet.Arrival;
import io.tarn.fleet.Fleet;
import io.tarn.fleet.oracle.Oracle;
import io.tarn.local.invariant.Rows.VmRow;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TruthTest {

  private static final long SEED = 5;
  private static final double DAY = 86_400;
  private static final Fleet FLEET = new Fleet(SEED);
  private static final Oracle ORACLE = new Oracle(FLEET);

  @Test
  void judge_labelledInsensitive_isWrongWhereItSlowsDownMoreThanTheMargin() {
    Arrival hurt = named(ORACLE, true);
    Arrival fine = named(ORACLE, false);
    Map<String, Scored> labelled =
        Map.of(
            hurt.vmId(), new Scored("p1", true, true), fine.vmId(), new Scored("p1", true, true));

    Judgement judged =
        new Truth(SEED, DAY)
            .judge(
                List.of(onPool(hurt), onPool(fine)),
                Map.of(hurt.vmId(), hurt, fine.vmId(), fine),
                labelled);

    assertThat(judged.vms()).isEqualTo(2);
    assertThat(judged.falsePositives()).isEqualTo(1);
    assertThat(judged.overpredictions()).isZero();
    assertThat(judged.fpPercent()).isEqualTo(50);
    assertThat(judged.pooledPercent()).isEqualTo(100);
    assertThat(judged.byForest()).isEqualTo(2);
  }

  @Test
  void judge_anyOther_isWrongWhereItTouchedMoreThanItsLocalMemory() {
    Arrival vm = large();
    long untouchedGiB = ORACLE.untouchedMiB(vm) / 1024;
    Map<String, Arrival> arrivals = Map.of(vm.vmId(), vm);
    Map<String, Scored> scores = Map.of(vm.vmId(), new Scored("p1", false, false));
    Truth truth = new Truth(SEED, Double.POSITIVE_INFINITY);

    assertThat(
            truth.judge(List.of(row(vm, (int) untouchedGiB)), arrivals, scores).overpredictions())
        .isZero();
    assertThat(
            truth
                .judge(List.of(row(vm, (int) untouchedGiB + 1)), arrivals, scores)
                .overpredictions())
        .isEqualTo(1);
  }

  @Test
  void judge_aVmThatHasJustCome_isJudgedByWhatItTouchedSoFar() {
    Arrival vm = large();
    long later = ORACLE.untouchedMiB(vm);
    long soon = ORACLE.untouchedMiB(vm.attributes(), 1);
    assertThat(soon).isGreaterThan(later);
    int poolGiB = (int) (later / 1024) + 1;

    assertThat(
            new Truth(SEED, vm.arrivalSeconds() + 1)
                .judge(List.of(row(vm, poolGiB)), Map.of(vm.vmId(), vm), Map.of())
                .overpredictions())
        .isZero();
  }

  private static Arrival named(Oracle oracle, boolean hurt) {
    return FLEET.vmsOfDay(0).stream()
        .filter(vm -> vm.workload() != null && vm.memoryMiB() % 1024 == 0)
        .filter(
            vm ->
                oracle.slowdownPercent(String.valueOf(vm.workload()), Lessons.SCENARIO)
                        > Truth.MARGIN_PERCENT * 2
                    == hurt)
        .filter(
            vm ->
                hurt || oracle.slowdownPercent(String.valueOf(vm.workload()), Lessons.SCENARIO) < 1)
        .findFirst()
        .orElseThrow();
  }

  private static Arrival large() {
    return FLEET.vmsOfDay(0).stream()
        .filter(vm -> vm.memoryMiB() == 56 * 1024 && ORACLE.untouchedMiB(vm) > 4 * 1024)
        .filter(vm -> ORACLE.untouchedMiB(vm.attributes(), 1) > ORACLE.untouchedMiB(vm) + 2 * 1024)
        .findFirst()
        .orElseThrow();
  }

  private static VmRow onPool(Arrival vm) {
    return row(vm, (int) (vm.memoryMiB() / 1024));
  }

  private static VmRow row(Arrival vm, int poolGiB) {
    return new VmRow(
        vm.vmId(),
        VmState.READY,
        1,
        "h",
        vm.vcpus(),
        vm.memoryMiB(),
        vm.memoryMiB() - poolGiB * 1024L,
        poolGiB,
        "p",
        true,
        0,
        Long.MAX_VALUE);
  }
}
