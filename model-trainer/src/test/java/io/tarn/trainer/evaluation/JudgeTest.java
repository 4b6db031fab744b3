package io.tarn.trainer.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.model.Figures;
import io.tarn.contracts.model.OperatingPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JudgeTest {

  private static final long GIB = 1024;
  private static final float NONE = Float.NaN;
  private static final double AS_COUNTED = 0.5;

  /**
   * 8 GiB each: two insensitive, one sensitive that looks insensitive, three of unknown workload.
   */
  private static final List<JudgedVm> VMS =
      List.of(
          vm(0.9f, false, 0, 8),
          vm(0.8f, false, 0, 8),
          vm(0.7f, true, 0, 8),
          vm(NONE, false, 0.5f, 4),
          vm(NONE, false, 0.5f, 5),
          vm(NONE, false, 0.1f, 1));

  @Test
  void figures_atAPoint_areCountedAsTheDesignSays() {
    // all three over the threshold; half of two others, one of which touches 5 of its 4 local GiB
    assertThat(Judge.figures(VMS, new OperatingPoint(0.7f, 0)))
        .isEqualTo(new Figures(6, 1, 1, 48 * GIB, 24 * GIB, 8 * GIB));
    assertThat(Judge.figures(VMS, new OperatingPoint(0.8f, 0.1f)))
        .isEqualTo(new Figures(6, 0, 0, 48 * GIB, 16 * GIB, 6 * GIB));
    assertThat(Judge.figures(VMS, OperatingPoint.NOTHING))
        .isEqualTo(new Figures(6, 0, 0, 48 * GIB, 0, 0));
  }

  @Test
  void figures_allOfItsLocalMemoryTouched_isNotOverpredicted() {
    assertThat(Judge.figures(List.of(vm(NONE, false, 0.5f, 4)), new OperatingPoint(1, 0)))
        .isEqualTo(new Figures(1, 0, 0, 8 * GIB, 0, 4 * GIB));
  }

  @Test
  void best_withoutBudget_staysOutOfMispredictions() {
    OperatingPoint point = OperatingPoints.best(VMS, 0, AS_COUNTED);

    assertThat(point.probability()).isEqualTo(0.8f);
    // 3 GiB of two VMs: a margin above 0 and up to 0.125 leaves them; the most careful comes first
    assertThat(point.untouchedMargin()).isEqualTo(0.12f);
  }

  @Test
  void best_withBudgetForOne_takesTheMistakeThatPoolsMore() {
    // one of six is 16.7 %: the sensitive VM's 8 GiB are worth more than 2 GiB of untouched
    OperatingPoint point = OperatingPoints.best(VMS, 17, AS_COUNTED);

    assertThat(point.probability()).isEqualTo(0.7f);
    assertThat(point.untouchedMargin()).isEqualTo(0.12f);
  }

  @Test
  void best_withConfidence_takesNoMoreThanTheBoundAllows() {
    List<JudgedVm> vms = random(new Random(1));
    for (double confidence : new double[] {0.6, 0.9, 0.99}) {
      OperatingPoint point = OperatingPoints.best(vms, 30, confidence);

      assertThat(bound(vms, point, confidence)).isLessThanOrEqualTo(30);
      assertThat(pooled(Judge.figures(vms, point)))
          .isPositive()
          .isLessThan(pooled(Judge.figures(vms, OperatingPoints.best(vms, 30, AS_COUNTED))));
    }
    assertThat(OperatingPoints.best(vms, 4, 0.95))
        .as("60 VMs cannot tell 4 %")
        .isEqualTo(OperatingPoint.NOTHING);
  }

  @Test
  void best_ofAnyVms_isNotBeatenByAnyPointOfAGrid() {
    for (int seed = 0; seed < 20; seed++) {
      List<JudgedVm> vms = random(new Random(seed));
      long chosen = pooled(Judge.figures(vms, OperatingPoints.best(vms, 5, AS_COUNTED)));
      for (JudgedVm threshold : vms) {
        for (int margin = -10; margin <= 100; margin += 5) {
          float probability = Float.isNaN(threshold.probability()) ? 2 : threshold.probability();
          Figures other = Judge.figures(vms, new OperatingPoint(probability, (float) margin / 100));
          if (other.mispredictionPercent() <= 5) {
            assertThat(pooled(other)).as("seed %d", seed).isLessThanOrEqualTo(chosen);
          }
        }
      }
      assertThat(
              Judge.figures(vms, OperatingPoints.best(vms, 5, AS_COUNTED)).mispredictionPercent())
          .isLessThanOrEqualTo(5);
    }
  }

  @Test
  void gate_letsOnlyBetterPairsWithinTheBudgetServe() {
    Figures good = new Figures(100, 1, 1, 1000, 300, 100);
    Figures better = new Figures(100, 1, 1, 1000, 300, 101);
    Figures wasteful = new Figures(100, 2, 1, 1000, 900, 0);
    Figures nothing = new Figures(100, 0, 0, 1000, 0, 0);

    assertThat(Gate.objection(good, Optional.empty(), 2)).isEmpty();
    assertThat(Gate.objection(good, against(good, good), 2)).isEmpty();
    assertThat(Gate.objection(good, against(good, better), 2))
        .contains("would put 40.00 % of memory on the pool, the serving pair puts 40.10 %");
    assertThat(Gate.objection(wasteful, against(wasteful, good), 2))
        .contains("mispredicts 3.00 % of the evaluation days' VMs, the budget is 2.00 %");
    assertThat(Gate.objection(nothing, Optional.empty(), 2))
        .contains("would put nothing on the pool");
    // what serves has left its budget: a pair that keeps it is better, however little it pools
    assertThat(Gate.objection(good, against(good, wasteful), 2)).isEmpty();
  }

  private static Optional<Comparison> against(Figures fresh, Figures serving) {
    return Optional.of(new Comparison(fresh, serving));
  }

  private static double bound(List<JudgedVm> vms, OperatingPoint point, double confidence) {
    Mispredictions wrong = new Mispredictions(vms, confidence);
    for (int i = 0; i < vms.size(); i++) {
      Figures one = Judge.figures(List.of(vms.get(i)), point);
      wrong.change(i, (int) (one.falsePositives() + one.overpredictions()));
    }
    return wrong.upperPercent();
  }

  private static long pooled(Figures figures) {
    return figures.insensitiveMiB() + figures.untouchedMiB();
  }

  private static List<JudgedVm> random(Random random) {
    List<JudgedVm> vms = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      float probability = random.nextInt(3) == 0 ? NONE : random.nextInt(20) / 20f;
      boolean hurt = random.nextFloat() > probability;
      JudgedVm vm = vm(probability, hurt, random.nextFloat(), random.nextInt(9));
      vms.add(
          new JudgedVm(
              "customer-" + random.nextInt(20),
              vm.memoryMiB(),
              vm.probability(),
              vm.hurt(),
              vm.untouchedShare(),
              vm.touchedMiB()));
    }
    return vms;
  }

  private static JudgedVm vm(float probability, boolean hurt, float untouched, int touchedGiB) {
    return new JudgedVm("customer", 8 * GIB, probability, hurt, untouched, touchedGiB * GIB);
  }
}
