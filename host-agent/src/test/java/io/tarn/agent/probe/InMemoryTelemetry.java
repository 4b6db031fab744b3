package io.tarn.agent.probe;

import io.tarn.contracts.bus.HostAccessReport;
import io.tarn.contracts.bus.HostPmuReport;
import io.tarn.contracts.bus.VmAccessScan;
import io.tarn.contracts.bus.VmPmuSample;
import io.tarn.fleet.vm.AccessScan;
import io.tarn.fleet.vm.CounterSample;
import java.util.ArrayList;
import java.util.List;

/** Keeps reports and progress; its sensors show the time of the reading. */
final class InMemoryTelemetry implements TelemetrySink, ProgressStore {

  final List<HostPmuReport> counters = new ArrayList<>();
  final List<HostAccessReport> scans = new ArrayList<>();
  private Progress progress = Progress.NONE;

  @Override
  public void send(HostPmuReport report) {
    counters.add(report);
  }

  @Override
  public void send(HostAccessReport report) {
    scans.add(report);
  }

  @Override
  public void flush() {}

  @Override
  public long lost() {
    return 0;
  }

  @Override
  public Progress loadProgress() {
    return progress;
  }

  @Override
  public void saveProgress(Progress next) {
    progress = next;
  }

  List<VmPmuSample> samplesOf(String vmId) {
    return counters.stream()
        .flatMap(report -> report.getVmsList().stream())
        .filter(sample -> sample.getVmId().equals(vmId))
        .toList();
  }

  List<VmAccessScan> scansOf(String vmId) {
    return scans.stream()
        .flatMap(report -> report.getVmsList().stream())
        .filter(scan -> scan.getVmId().equals(vmId))
        .toList();
  }

  /** Every counter shows 1,000 and the second; a scan shows its minutes. */
  static Sensor.Sensors timeTelling() {
    return (vm, split) ->
        new Sensor() {
          @Override
          public CounterSample counters(long second) {
            CounterSample.Builder sample = new CounterSample.Builder();
            CounterSample.counters().forEach(counter -> sample.set(counter, 1_000.0 + second));
            return sample.build();
          }

          @Override
          public AccessScan scan(double minute, double lastMinute) {
            return new AccessScan((long) minute, (long) (minute - lastMinute));
          }
        };
  }
}
