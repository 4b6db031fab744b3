package io.tarn.trainer.ingress;

import io.tarn.contracts.feature.CounterFeatures;
import io.tarn.trainer.dataset.Dataset;
import io.tarn.trainer.dataset.TrainingData;
import io.tarn.trainer.dataset.VmRow;
import io.tarn.trainer.dataset.WorkloadRow;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Rows in {@code workloads.csv} and {@code vms.csv} of a directory; columns as in the README. */
public final class CsvTrainingData implements TrainingData {

  private static final List<String> VM_COLUMNS =
      List.of(
          "vm_id",
          "customer",
          "vm_type",
          "guest_os",
          "region",
          "workload",
          "memory_mib",
          "vcpus",
          "started_millis",
          "ended_millis",
          "touched_ever_mib");

  private final Path directory;

  /**
   * @param directory with the two files
   */
  public CsvTrainingData(Path directory) {
    this.directory = directory;
  }

  @Override
  public Dataset read(int scenario) {
    List<String> dropped = new ArrayList<>();
    String slowdown = "slowdown_" + scenario + "_percent";
    List<String> columns = new ArrayList<>(List.of("workload_id", "day_start_millis", slowdown));
    columns.addAll(CounterFeatures.NAMES);
    List<WorkloadRow> workloads =
        new CsvTable(directory.resolve("workloads.csv"))
            .read(columns, line -> workload(line, slowdown), dropped);
    List<VmRow> vms =
        new CsvTable(directory.resolve("vms.csv")).read(VM_COLUMNS, CsvTrainingData::vm, dropped);
    return new Dataset(workloads, vms, dropped);
  }

  private static WorkloadRow workload(CsvTable.Line line, String slowdown) {
    return new WorkloadRow(
        line.text("workload_id"),
        line.whole("day_start_millis"),
        CounterFeatures.NAMES.stream().map(line::number).toList(),
        line.number(slowdown));
  }

  private static VmRow vm(CsvTable.Line line) {
    return new VmRow(
        line.text("vm_id"),
        line.text("customer"),
        line.text("vm_type"),
        line.text("guest_os"),
        line.text("region"),
        line.text("workload"),
        line.whole("memory_mib"),
        Math.toIntExact(Math.min(Integer.MAX_VALUE, line.whole("vcpus"))),
        line.whole("started_millis"),
        line.whole("ended_millis"),
        line.whole("touched_ever_mib"));
  }
}
