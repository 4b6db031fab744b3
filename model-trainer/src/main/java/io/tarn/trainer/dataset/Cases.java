package io.tarn.trainer.dataset;

import io.tarn.contracts.feature.VmTraits;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Joins VMs with what was known when they arrived, and gives each fold its share. */
public final class Cases {

  private final Dataset dataset;
  private final Folds folds;
  private final PastShares past;
  private final Map<String, TreeMap<Long, WorkloadRow>> counters = new HashMap<>();

  /**
   * @param dataset the rows
   * @param folds how they are split
   */
  public Cases(Dataset dataset, Folds folds) {
    this.dataset = dataset;
    this.folds = folds;
    this.past = new PastShares(dataset.vms());
    for (WorkloadRow row : dataset.workloads()) {
      counters
          .computeIfAbsent(row.workloadId(), id -> new TreeMap<>())
          .put(row.knownAtMillis(), row);
    }
  }

  /** What the forest is fitted on. */
  public List<WorkloadRow> forestRows() {
    return dataset.workloads().stream().filter(folds::fits).toList();
  }

  /** What the model of untouched memory is fitted on. */
  public List<VmCase> fitted() {
    return dataset.vms().stream().filter(folds::fits).map(this::known).toList();
  }

  /** What a pair is judged on in a fold; neither model was fitted on it. */
  public List<VmCase> judged(Fold fold) {
    return dataset.vms().stream().filter(vm -> folds.judges(fold, vm)).map(this::known).toList();
  }

  private VmCase known(VmRow vm) {
    long then = vm.startedMillis();
    @Nullable WorkloadRow row = countersAsOf(vm.workloadId(), then);
    VmTraits traits =
        new VmTraits(
            vm.memoryMiB(),
            vm.vcpus(),
            vm.vmType(),
            vm.guestOs(),
            vm.region(),
            !vm.workload().isEmpty(),
            past.ofCustomer(vm.customer(), then),
            past.ofCustomerAndType(vm.customer(), vm.vmType(), then));
    return new VmCase(
        traits,
        row,
        row == null ? 0 : row.slowdownPercent(),
        vm.touchedEverMiB(),
        vm.untouchedShare());
  }

  private @Nullable WorkloadRow countersAsOf(String workloadId, long millis) {
    TreeMap<Long, WorkloadRow> days = counters.get(workloadId);
    Map.Entry<Long, WorkloadRow> newest = days == null ? null : days.floorEntry(millis);
    return newest == null ? null : newest.getValue();
  }
}
