package io.tarn.trainer.testing;

import io.tarn.contracts.feature.CounterFeatures;
import io.tarn.trainer.dataset.Dataset;
import io.tarn.trainer.dataset.VmRow;
import io.tarn.trainer.dataset.WorkloadRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes a dataset as the files that the one-shot mode reads. */
public final class CsvFiles {

  private CsvFiles() {}

  /** Both files of scenario 182. */
  public static void write(Dataset dataset, Path directory) throws IOException {
    List<String> workloads = new ArrayList<>();
    workloads.add(
        "workload_id,day_start_millis,slowdown_182_percent,"
            + String.join(",", CounterFeatures.NAMES));
    dataset.workloads().forEach(row -> workloads.add(line(row)));
    Files.write(directory.resolve("workloads.csv"), workloads);
    List<String> vms = new ArrayList<>();
    vms.add(
        "vm_id,customer,vm_type,guest_os,region,workload,memory_mib,vcpus,started_millis,"
            + "ended_millis,touched_ever_mib");
    dataset.vms().forEach(row -> vms.add(line(row)));
    Files.write(directory.resolve("vms.csv"), vms);
  }

  private static String line(WorkloadRow row) {
    return join(
        Stream.concat(
            Stream.of(row.workloadId(), row.dayStartMillis(), row.slowdownPercent()),
            row.features().stream()));
  }

  private static String line(VmRow row) {
    return join(
        Stream.of(
            row.vmId(),
            row.customer(),
            row.vmType(),
            row.guestOs(),
            row.region(),
            row.workload(),
            row.memoryMiB(),
            row.vcpus(),
            row.startedMillis(),
            row.endedMillis(),
            row.touchedEverMiB()));
  }

  private static String join(Stream<?> values) {
    return values.map(String::valueOf).collect(Collectors.joining(","));
  }
}
