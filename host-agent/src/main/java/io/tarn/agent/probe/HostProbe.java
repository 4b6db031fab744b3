package io.tarn.agent.probe;

import io.tarn.contracts.bus.AgentReport;
import io.tarn.contracts.bus.HostAccessReport;
import io.tarn.contracts.bus.HostPmuReport;
import io.tarn.contracts.bus.VmAccessScan;
import io.tarn.contracts.bus.VmPmuSample;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Reads the VMs of one host and reports them. Not thread-safe. */
final class HostProbe {

  private static final int MOST_PER_REPORT = 500;

  private final String hostId;
  private final Supplier<String> bootId;
  private final Sampling sampling;
  private final Sensor.Sensors sensors;
  private final TelemetrySink sink;
  private final long incarnation;
  private final long resumeMillis;
  private final Map<String, VmReadings> vms = new LinkedHashMap<>();
  private long pmuSequence;
  private long accessSequence;

  /**
   * @param hostId the host
   * @param bootId of the host as it is now
   * @param sampling when VMs are looked at
   * @param sensors read them
   * @param sink takes the reports
   * @param progress of earlier starts; its incarnation is this start's
   */
  HostProbe(
      String hostId,
      Supplier<String> bootId,
      Sampling sampling,
      Sensor.Sensors sensors,
      TelemetrySink sink,
      Progress progress) {
    this.hostId = hostId;
    this.bootId = bootId;
    this.sampling = sampling;
    this.sensors = sensors;
    this.sink = sink;
    this.incarnation = progress.incarnation();
    this.resumeMillis = progress.readUntilMillis();
  }

  void started(RunningVm vm) {
    vms.computeIfAbsent(
        vm.attributes().vmId(),
        vmId ->
            new VmReadings(vm, sampling, sensors.on(vm.attributes(), vm.split()), resumeMillis));
  }

  void ended(String vmId, long atMillis) {
    VmReadings readings = vms.get(vmId);
    if (readings == null) {
      return;
    }
    if (atMillis < resumeMillis) {
      vms.remove(vmId);
    } else {
      readings.end(atMillis);
    }
  }

  int running() {
    return vms.size();
  }

  /** Reads and reports what is due; returns how many samples and scans that were. */
  int tick(long nowMillis) {
    int read = counters(nowMillis) + scans(nowMillis);
    Iterator<VmReadings> readings = vms.values().iterator();
    while (readings.hasNext()) {
      if (readings.next().finished()) {
        readings.remove();
      }
    }
    return read;
  }

  private int counters(long nowMillis) {
    Batches<VmPmuSample> samples =
        new Batches<>(
            MOST_PER_REPORT,
            batch ->
                sink.send(
                    HostPmuReport.newBuilder()
                        .setAgent(agent(++pmuSequence, nowMillis))
                        .addAllVms(batch)
                        .build()));
    vms.values().forEach(vm -> vm.counters(nowMillis, samples));
    return samples.finish();
  }

  private int scans(long nowMillis) {
    Batches<VmAccessScan> scans =
        new Batches<>(
            MOST_PER_REPORT,
            batch ->
                sink.send(
                    HostAccessReport.newBuilder()
                        .setAgent(agent(++accessSequence, nowMillis))
                        .addAllVms(batch)
                        .build()));
    vms.values().forEach(vm -> vm.scans(nowMillis, scans));
    return scans.finish();
  }

  private AgentReport agent(long sequence, long nowMillis) {
    return AgentReport.newBuilder()
        .setHostId(hostId)
        .setBootId(bootId.get())
        .setIncarnation(incarnation)
        .setSequence(sequence)
        .setSentAtMillis(nowMillis)
        .build();
  }
}
