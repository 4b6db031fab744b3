package io.tarn.trainer.testing;

import io.tarn.contracts.feature.CounterFeatures;
import io.tarn.trainer.dataset.Dataset;
import io.tarn.trainer.dataset.VmRow;
import io.tarn.trainer.dataset.WorkloadRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Made-up rows in which there is something to learn: a workload slows down by what it stalls on
 * DRAM, three of ten hardly, and a customer leaves about the same share untouched every time.
 */
public final class TestData {

  /** A day. */
  public static final long DAY = 86_400_000L;

  private static final int DAYS = 10;

  private final Random random;
  private final List<WorkloadRow> workloads = new ArrayList<>();
  private final List<VmRow> vms = new ArrayList<>();

  private TestData(long seed) {
    this.random = new Random(seed);
  }

  /** Ten days. */
  public static Dataset of(int workloads, int vms, long seed) {
    TestData data = new TestData(seed);
    for (int i = 0; i < workloads; i++) {
      data.addWorkload(i);
    }
    for (int i = 0; i < vms; i++) {
      data.addVm(i, workloads);
    }
    return new Dataset(data.workloads, data.vms, List.of());
  }

  private void addWorkload(int number) {
    boolean sensitive = random.nextInt(10) < 7;
    double stalls = sensitive ? 0.15 + random.nextDouble() * 0.25 : random.nextDouble() * 0.07;
    for (int day = 0; day < DAYS; day++) {
      List<Float> features = new ArrayList<>();
      for (String name : CounterFeatures.NAMES) {
        double value =
            name.startsWith("dramLatencyBound")
                ? stalls + random.nextGaussian() * 0.005
                : name.startsWith("pool") ? 0 : random.nextDouble();
        features.add((float) value);
      }
      workloads.add(
          new WorkloadRow(workloadId(number), day * DAY, features, (float) (stalls * 50)));
    }
  }

  private void addVm(int number, int workloadCount) {
    int workload = random.nextInt(workloadCount);
    long started = (long) (random.nextDouble() * DAYS * DAY);
    double usual = (workload % 10) / 12.0;
    double untouched = Math.min(0.95, Math.max(0, usual + random.nextGaussian() * 0.03));
    long memory = 4096L << random.nextInt(4);
    vms.add(
        new VmRow(
            "vm-" + number,
            customer(workload),
            "type-" + memory,
            workload % 2 == 0 ? "linux" : "windows",
            "north",
            random.nextInt(5) == 0 ? "" : "w" + workload,
            memory,
            (int) (memory / 2048),
            started,
            started + 3_600_000L,
            Math.round(memory * (1 - untouched))));
  }

  private static String workloadId(int number) {
    return customer(number) + "/w" + number;
  }

  private static String customer(int workload) {
    return "customer-" + workload % 20;
  }
}
