package io.tarn.trainer.evaluation;

import io.tarn.contracts.model.OperatingPoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Chooses the operating point: over all thresholds and margins the one with the most memory on the
 * pool, LI + (1 - LI) UM, whose FP + OP are within a budget, on other VMs too.
 */
public final class OperatingPoints {

  private static final int PERCENT = 100;
  private static final int LEAST_MARGIN_PERCENT = -10;

  private final List<JudgedVm> vms;
  private final double budgetPercent;
  private final double confidence;
  private OperatingPoint best = OperatingPoint.NOTHING;
  private long bestPooled;
  private long bestWrong;

  private OperatingPoints(List<JudgedVm> vms, double budgetPercent, double confidence) {
    this.vms = vms;
    this.budgetPercent = budgetPercent;
    this.confidence = confidence;
  }

  /**
   * The best point; of equally good ones that with fewer mispredictions, then the more careful.
   *
   * @param vms the calibration fold
   * @param budgetPercent that FP + OP may reach, of all VMs
   * @param confidence with which VMs like these keep the budget, from 0.5 (these VMs themselves
   *     do), below 1; see {@link Mispredictions}
   */
  public static OperatingPoint best(List<JudgedVm> vms, double budgetPercent, double confidence) {
    List<JudgedVm> byProbability = new ArrayList<>(vms);
    byProbability.sort(
        Comparator.comparingDouble(
            vm -> Float.isNaN(vm.probability()) ? Double.MAX_VALUE : -vm.probability()));
    OperatingPoints points = new OperatingPoints(byProbability, budgetPercent, confidence);
    for (int margin = PERCENT; margin >= LEAST_MARGIN_PERCENT; margin--) {
      points.tryMargin((float) margin / PERCENT);
    }
    return points.best;
  }

  /** Starts with every VM below the threshold and moves them over, the most probable first. */
  private void tryMargin(float margin) {
    OperatingPoint none = new OperatingPoint(OperatingPoint.NOTHING.probability(), margin);
    Mispredictions wrong = new Mispredictions(vms, confidence);
    long pooled = 0;
    for (int i = 0; i < vms.size(); i++) {
      long untouched = Judge.pooledMiB(vms.get(i), none);
      pooled += untouched;
      wrong.change(i, Judge.overpredicted(vms.get(i), untouched) ? 1 : 0);
    }
    offer(none, pooled, wrong);
    for (int i = 0; i < vms.size() && !Float.isNaN(vms.get(i).probability()); i++) {
      JudgedVm vm = vms.get(i);
      long untouched = Judge.pooledMiB(vm, none);
      pooled += vm.memoryMiB() - untouched;
      wrong.change(i, (vm.hurt() ? 1 : 0) - (Judge.overpredicted(vm, untouched) ? 1 : 0));
      boolean lastOfItsProbability =
          i + 1 == vms.size() || vms.get(i + 1).probability() != vm.probability();
      if (lastOfItsProbability) {
        offer(new OperatingPoint(vm.probability(), margin), pooled, wrong);
      }
    }
  }

  private void offer(OperatingPoint point, long pooled, Mispredictions wrong) {
    boolean better = pooled > bestPooled || (pooled == bestPooled && wrong.count() < bestWrong);
    if (better && wrong.upperPercent() <= budgetPercent) {
      best = point;
      bestPooled = pooled;
      bestWrong = wrong.count();
    }
  }
}
