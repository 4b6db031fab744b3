package io.tarn.trainer.dataset;

import io.tarn.contracts.model.Hashes;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;

/**
 * The rows of one training, in an order of their own, whatever order they came in.
 *
 * @param workloads counters with known slowdown in the scenario
 * @param vms VMs with known untouched memory
 * @param dropped one line for each row that was not believed
 */
public record Dataset(List<WorkloadRow> workloads, List<VmRow> vms, List<String> dropped) {

  /** Sorts and copies the rows. */
  public Dataset {
    workloads =
        workloads.stream()
            .sorted(
                Comparator.comparing(WorkloadRow::workloadId)
                    .thenComparingLong(WorkloadRow::dayStartMillis))
            .toList();
    vms =
        vms.stream()
            .sorted(Comparator.comparingLong(VmRow::startedMillis).thenComparing(VmRow::vmId))
            .toList();
    dropped = List.copyOf(dropped);
  }

  /** Names the rows: the same rows, the same 64 hexadecimal digits. */
  public String sha256() {
    MessageDigest digest = Hashes.digest();
    workloads.forEach(row -> digest.update(row.toString().getBytes(StandardCharsets.UTF_8)));
    vms.forEach(row -> digest.update(row.toString().getBytes(StandardCharsets.UTF_8)));
    return HexFormat.of().formatHex(digest.digest());
  }
}
