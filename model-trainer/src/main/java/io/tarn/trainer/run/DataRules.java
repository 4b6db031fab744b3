package io.tarn.trainer.run;

import io.tarn.contracts.feature.CounterFeatures;
import io.tarn.trainer.dataset.Dataset;
import io.tarn.trainer.dataset.Fold;
import io.tarn.trainer.dataset.RefusedDataException;
import io.tarn.trainer.dataset.VmCase;
import io.tarn.trainer.dataset.WorkloadRow;
import java.util.List;

/** What must hold of data before anything is learned from it. */
final class DataRules {

  private static final double MOST_DROPPED_SHARE = 0.01;
  private static final String POOL = "pool"; // all-local workloads have 0 in every pool feature

  private final LeastData least;
  private final double marginPercent;

  DataRules(TrainingSettings settings) {
    this.least = settings.least();
    this.marginPercent = settings.slowdownMarginPercent();
  }

  void check(Dataset dataset) {
    int dropped = dataset.dropped().size();
    int all = dropped + dataset.workloads().size() + dataset.vms().size();
    if (dropped > MOST_DROPPED_SHARE * all) {
      throw RefusedDataException.broken(
          dropped
              + " of "
              + all
              + " rows are not believed, the first: "
              + dataset.dropped().get(0));
    }
  }

  void checkForest(List<WorkloadRow> rows) {
    long workloads = rows.stream().map(WorkloadRow::workloadId).distinct().count();
    if (workloads < least.fitWorkloads()) {
      throw RefusedDataException.tooLittle(
          "workloads to fit the forest on: "
              + workloads
              + ", needed are "
              + least.fitWorkloads()
              + "; each with a day of counters and a sensitivity run of the scenario");
    }
    long insensitive = rows.stream().filter(this::insensitive).count();
    atLeast("rows of insensitive workloads to fit on", insensitive, least.ofEachClass());
    atLeast(
        "rows of sensitive workloads to fit on", rows.size() - insensitive, least.ofEachClass());
    checkVaries(rows);
  }

  void checkBoost(List<VmCase> cases) {
    atLeast("VMs to fit on", cases.size(), least.fitVms());
    double first = cases.get(0).untouchedShare();
    if (cases.stream().allMatch(vm -> vm.untouchedShare() == first)) {
      throw RefusedDataException.broken(
          "every VM left the same share untouched, " + first + ": the scans are stuck");
    }
  }

  void checkJudged(Fold fold, List<VmCase> cases) {
    String where = " in the fold " + fold;
    atLeast("VMs" + where, cases.size(), least.judgedVms());
    long known = cases.stream().filter(vm -> vm.counters() != null).count();
    long hurt = cases.stream().filter(this::hurt).count();
    atLeast("VMs of insensitive workloads" + where, known - hurt, least.ofEachClass());
    atLeast("VMs of sensitive workloads" + where, hurt, least.ofEachClass());
  }

  boolean insensitive(WorkloadRow row) {
    return row.slowdownPercent() <= marginPercent;
  }

  boolean hurt(VmCase vm) {
    return vm.counters() != null && vm.slowdownPercent() > marginPercent;
  }

  private static void checkVaries(List<WorkloadRow> rows) {
    List<Float> first = rows.get(0).features();
    for (int feature = 0; feature < first.size(); feature++) {
      int place = feature;
      String name = CounterFeatures.NAMES.get(place);
      float value = first.get(place);
      if (!name.startsWith(POOL)
          && rows.stream().allMatch(row -> row.features().get(place) == value)) {
        throw RefusedDataException.broken(
            "counter " + name + " is " + value + " for every workload: it is stuck");
      }
    }
  }

  private static void atLeast(String what, long there, int needed) {
    if (there < needed) {
      throw RefusedDataException.tooLittle(what + ": " + there + ", needed are " + needed);
    }
  }
}
