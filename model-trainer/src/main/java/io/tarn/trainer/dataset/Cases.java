package io.tarn.trainer.dataset;

import io.tarn.contracts.feature.VmTraits;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
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

  /** What the forest that serves is fitted on. */
  public List<WorkloadRow> forestRows() {
    return forestRows(Folds.EVALUATED);
  }

  /** The workloads that the operating point is chosen on, in parts. */
  public List<HeldOut> heldOut() {
    return IntStream.range(0, Folds.EVALUATED)
        .mapToObj(part -> new HeldOut(forestRows(part), cases(vm -> folds.calibrates(vm, part))))
        .toList();
  }

  /** What the model of untouched memory is fitted on. */
  public List<VmCase> fitted() {
    return cases(folds::fits);
  }

  /** What a pair is judged on; neither model was fitted on it. */
  public List<VmCase> evaluation() {
    return cases(folds::evaluates);
  }

  /**
   * What two pairs can be compared on: VMs that a pair of another seed was not fitted on either.
   *
   * @param otherSeed of the other pair's training
   */
  public List<VmCase> evaluationWith(long otherSeed) {
    Folds other = folds.splitWith(otherSeed);
    return cases(vm -> folds.evaluates(vm) && other.evaluates(vm));
  }

  private List<WorkloadRow> forestRows(int leftOut) {
    return dataset.workloads().stream().filter(row -> folds.fits(row, leftOut)).toList();
  }

  private List<VmCase> cases(Predicate<VmRow> which) {
    return dataset.vms().stream().filter(which).map(this::known).toList();
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
        vm.customer().isEmpty() ? vm.vmId() : vm.customer(),
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
