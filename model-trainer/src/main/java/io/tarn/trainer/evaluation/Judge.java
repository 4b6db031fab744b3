package io.tarn.trainer.evaluation;

import io.tarn.contracts.model.Figures;
import io.tarn.contracts.model.OperatingPoint;
import java.util.List;

/** Counts what acting on predictions would have done. */
public final class Judge {

  private static final long MIB_PER_GIB = 1024;

  private Judge() {}

  /** The figures of these VMs at an operating point. */
  public static Figures figures(List<JudgedVm> vms, OperatingPoint point) {
    long falsePositives = 0;
    long overpredictions = 0;
    long memory = 0;
    long insensitive = 0;
    long untouched = 0;
    for (JudgedVm vm : vms) {
      memory += vm.memoryMiB();
      if (point.insensitive(vm.probability())) {
        insensitive += vm.memoryMiB();
        falsePositives += vm.hurt() ? 1 : 0;
      } else {
        long pooled = pooledMiB(vm, point);
        untouched += pooled;
        overpredictions += overpredicted(vm, pooled) ? 1 : 0;
      }
    }
    return new Figures(vms.size(), falsePositives, overpredictions, memory, insensitive, untouched);
  }

  static long pooledMiB(JudgedVm vm, OperatingPoint point) {
    return point.untouchedGiB(vm.memoryMiB(), vm.untouchedShare()) * MIB_PER_GIB;
  }

  /** Whether it touched more than its local memory. */
  static boolean overpredicted(JudgedVm vm, long pooledMiB) {
    return pooledMiB > 0 && vm.touchedMiB() > vm.memoryMiB() - pooledMiB;
  }
}
