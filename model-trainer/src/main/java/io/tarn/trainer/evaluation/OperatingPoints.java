package io.tarn.trainer.evaluation;

import io.tarn.contracts.model.OperatingPoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Chooses the operating point: over all thresholds and margins the one with the most memory on the
 * pool, LI + (1 - LI) UM, whose FP + OP are within a budget.
 */
public final class OperatingPoints {

  private static final int PERCENT = 100;
  private static final int LEAST_MARGIN_PERCENT = -10;

  private OperatingPoints() {}

  /**
   * The best point; of equally good ones that with fewer mispredictions, then the more careful.
   *
   * @param vms the calibration fold
   * @param budgetPercent that FP + OP may reach, of all VMs
   */
  public static OperatingPoint best(List<JudgedVm> vms, double budgetPercent) {
    List<JudgedVm> byProbability = new ArrayList<>(vms);
    byProbability.sort(
        Comparator.comparingDouble(
            vm -> Float.isNaN(vm.probability()) ? Double.MAX_VALUE : -vm.probability()));
    Best best = new Best(budgetPercent * vms.size() / PERCENT);
    for (int margin = PERCENT; margin >= LEAST_MARGIN_PERCENT; margin--) {
      tryMargin(byProbability, (float) margin / PERCENT, best);
    }
    return best.point;
  }

  /** Starts with every VM below the threshold and moves them over, the most probable first. */
  private static void tryMargin(List<JudgedVm> vms, float margin, Best best) {
    OperatingPoint none = new OperatingPoint(OperatingPoint.NOTHING.probability(), margin);
    long pooled = 0;
    long wrong = 0;
    for (JudgedVm vm : vms) {
      long untouched = Judge.pooledMiB(vm, none);
      pooled += untouched;
      wrong += Judge.overpredicted(vm, untouched) ? 1 : 0;
    }
    best.offer(none, pooled, wrong);
    for (int i = 0; i < vms.size() && !Float.isNaN(vms.get(i).probability()); i++) {
      JudgedVm vm = vms.get(i);
      long untouched = Judge.pooledMiB(vm, none);
      pooled += vm.memoryMiB() - untouched;
      wrong += (vm.hurt() ? 1 : 0) - (Judge.overpredicted(vm, untouched) ? 1 : 0);
      boolean lastOfItsProbability =
          i + 1 == vms.size() || vms.get(i + 1).probability() != vm.probability();
      if (lastOfItsProbability) {
        best.offer(new OperatingPoint(vm.probability(), margin), pooled, wrong);
      }
    }
  }

  private static final class Best {

    private final double mostWrong;
    private OperatingPoint point = OperatingPoint.NOTHING;
    private long pooled;
    private long wrong;

    Best(double mostWrong) {
      this.mostWrong = mostWrong;
    }

    void offer(OperatingPoint offered, long offeredPooled, long offeredWrong) {
      boolean better = offeredPooled > pooled || (offeredPooled == pooled && offeredWrong < wrong);
      if (offeredWrong <= mostWrong && better) {
        point = offered;
        pooled = offeredPooled;
        wrong = offeredWrong;
      }
    }
  }
}
