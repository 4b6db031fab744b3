package io.tarn.trainer.testing;

import io.tarn.contracts.bus.PmuCounter;
import io.tarn.contracts.bus.PmuCounterGroup;
import io.tarn.contracts.bus.PmuCounterValue;
import io.tarn.contracts.bus.VmPmuSample;
import io.tarn.contracts.feature.CounterFeatures;
import io.tarn.contracts.feature.CounterRates;
import io.tarn.fleet.Arrival;
import io.tarn.fleet.Fleet;
import io.tarn.fleet.SimulatedVm;
import io.tarn.fleet.vm.CounterSample;
import io.tarn.fleet.vm.MemorySplit;
import io.tarn.fleet.vm.Scenario;
import io.tarn.trainer.dataset.Dataset;
import io.tarn.trainer.dataset.VmRow;
import io.tarn.trainer.dataset.WorkloadRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a collector would have published of the first days of a generated fleet whose memory was all
 * local: a window of each VM's second minute and of one every four hours after it, each from half a
 * minute of samples; scans every half an hour and at the end.
 */
public final class FleetData {

  private static final long DAY_SECONDS = 86_400;
  private static final long MINUTE = 60;
  private static final long COVERED_SECONDS = 30;
  private static final long EVERY_SECONDS = 240 * MINUTE;
  private static final double SHORTEST_LABEL_SECONDS = 1_800;
  private static final long SECOND = 1_000;

  private final Fleet fleet;
  private final double horizonSeconds;
  private final List<VmRow> vms = new ArrayList<>();
  private final Map<String, TreeMap<Long, Sums>> workloads = new TreeMap<>();
  private final Map<String, Float> slowdowns = new HashMap<>();

  private FleetData(Fleet fleet, int days) {
    this.fleet = fleet;
    this.horizonSeconds = (double) days * DAY_SECONDS;
  }

  /** The first days of a fleet; day 0 starts with the epoch. */
  public static Dataset of(Fleet fleet, int days) {
    FleetData data = new FleetData(fleet, days);
    for (int day = 0; day < days; day++) {
      fleet.vmsOfDay(day).forEach(data::add);
    }
    return data.dataset();
  }

  private void add(Arrival vm) {
    double end = vm.departureSeconds();
    boolean over = end <= horizonSeconds;
    if (vm.workload() != null && vm.customer() != null) {
      addWindows(vm, Math.min(end, horizonSeconds) - vm.arrivalSeconds());
    }
    if (over && vm.lifeSeconds() >= SHORTEST_LABEL_SECONDS) {
      vms.add(
          new VmRow(
              vm.vmId(),
              said(vm.customer()),
              vm.vmType(),
              said(vm.guestOs()),
              said(vm.region()),
              said(vm.workload()),
              vm.memoryMiB(),
              vm.vcpus(),
              (long) (vm.arrivalSeconds() * SECOND),
              (long) (end * SECOND),
              fleet.running(vm.attributes()).scan(vm.lifeSeconds() / MINUTE, 0).touchedEverMiB()));
    }
  }

  private void addWindows(Arrival vm, double lived) {
    SimulatedVm running = fleet.running(vm.attributes());
    MemorySplit local = new MemorySplit(vm.memoryMiB(), 0, Scenario.S182);
    String workload = Objects.requireNonNull(vm.workload());
    String id = vm.customer() + "/" + workload;
    for (long second = MINUTE; second + MINUTE <= lived; second += EVERY_SECONDS) {
      List<CounterRates> rates = new ArrayList<>();
      for (long one = second; one < second + COVERED_SECONDS; one++) {
        rates.add(CounterRates.of(sample(running.counters(one, local), vm), vm.vcpus(), 0.2));
      }
      long day = (long) (vm.arrivalSeconds() + second) / DAY_SECONDS;
      workloads
          .computeIfAbsent(id, key -> new TreeMap<>())
          .computeIfAbsent(day, key -> new Sums())
          .add(CounterFeatures.of(rates));
    }
    slowdowns.computeIfAbsent(
        workload, name -> (float) fleet.sensitivityRun(name, Scenario.S182).slowdownPercent());
  }

  private static VmPmuSample sample(CounterSample counters, Arrival vm) {
    PmuCounterGroup.Builder group =
        PmuCounterGroup.newBuilder()
            .setTimeEnabledNanos(1_000_000_000)
            .setTimeRunningNanos(1_000_000_000);
    for (PmuCounter counter : CounterSample.counters()) {
      group.addCounters(
          PmuCounterValue.newBuilder().setCounter(counter).setValue(counters.value(counter)));
    }
    return VmPmuSample.newBuilder()
        .setVmId(vm.vmId())
        .setIntervalMillis(1000)
        .setVcpus(vm.vcpus())
        .setLocalMib(vm.memoryMiB())
        .addGroups(group)
        .build();
  }

  private Dataset dataset() {
    List<WorkloadRow> rows = new ArrayList<>();
    workloads.forEach(
        (id, ofDays) ->
            ofDays.forEach(
                (day, sums) ->
                    rows.add(
                        new WorkloadRow(
                            id,
                            day * DAY_SECONDS * SECOND,
                            sums.means(),
                            slowdowns.getOrDefault(id.substring(id.indexOf('/') + 1), 0f)))));
    return new Dataset(rows, vms, List.of());
  }

  private static String said(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static final class Sums {
    private final double[] sums = new double[CounterFeatures.NAMES.size()];
    private int count;

    void add(float[] features) {
      for (int i = 0; i < sums.length; i++) {
        sums[i] += features[i];
      }
      count++;
    }

    List<Float> means() {
      List<Float> means = new ArrayList<>();
      for (double sum : sums) {
        means.add((float) (sum / count));
      }
      return means;
    }
  }
}
