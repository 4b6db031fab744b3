package io.tarn.agent.probe;

import io.tarn.contracts.bus.PlacementEvent;
import io.tarn.contracts.bus.VmAllocation;
import io.tarn.contracts.bus.VmPlaced;
import io.tarn.contracts.bus.VmProfile;
import io.tarn.fleet.vm.MemorySplit;
import io.tarn.fleet.vm.Scenario;
import io.tarn.fleet.vm.VmAttributes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The probes of all simulated hosts. Which VMs run where is learnt from the placements on the bus;
 * a VM starts when all its memory is there and ends when it is given back.
 */
public final class Probes {

  private static final long MIB_PER_GIB = 1024;

  private final ProbeClock clock;
  private final Scenario scenario;
  private final ProgressStore store;
  private final Map<String, HostProbe> hosts = new HashMap<>();
  private final Map<String, Long> sequences = new HashMap<>();
  private final Map<String, VmPlaced> placed = new HashMap<>();
  private final Map<String, HostProbe> running = new HashMap<>();
  private final List<PlacementEvent> early = new ArrayList<>();
  private Progress progress;
  private long samples;

  /**
   * @param clock the time that samples carry
   * @param scenario how slow the pools are
   * @param store keeps the progress
   * @param progress of this start, its incarnation saved already
   */
  public Probes(ProbeClock clock, Scenario scenario, ProgressStore store, Progress progress) {
    this.clock = clock;
    this.scenario = scenario;
    this.store = store;
    this.progress = progress;
  }

  /**
   * Adds a host; before anything else is called.
   *
   * @param hostId the host
   * @param bootId of the host as it is now
   * @param sampling when its VMs are looked at
   * @param sensors read them
   * @param sink takes its reports
   */
  public synchronized void add(
      String hostId,
      Supplier<String> bootId,
      Sampling sampling,
      Sensor.Sensors sensors,
      TelemetrySink sink) {
    hosts.put(hostId, new HostProbe(hostId, bootId, sampling, sensors, sink, progress));
  }

  /**
   * Takes in a placement; repeats are dropped. One that comes before the clock shows a time is kept
   * until it does: only then it has a place in time.
   */
  public synchronized void apply(PlacementEvent event) {
    if (clock.begun()) {
      takeEarly();
      take(event);
    } else {
      early.add(event);
    }
  }

  private void takeEarly() {
    early.forEach(this::take);
    early.clear();
  }

  private void take(PlacementEvent event) {
    String vmId = event.getVmId();
    long sequence = event.getHeader().getSequence();
    if (sequence <= sequences.getOrDefault(vmId, 0L)) {
      return;
    }
    sequences.put(vmId, sequence);
    long at = clock.at(event.getHeader().getOccurredAtMillis());
    switch (event.getFactCase()) {
      case PLACED -> placed.put(vmId, event.getPlaced());
      case READY -> start(vmId, at);
      case DELETING, DELETED, REFUSED -> end(vmId, at);
      case RESERVED, FACT_NOT_SET -> {}
    }
  }

  private void start(String vmId, long atMillis) {
    VmPlaced where = placed.remove(vmId);
    HostProbe host = where == null ? null : hosts.get(where.getAllocation().getHostId());
    if (where == null || host == null) {
      return;
    }
    VmAllocation allocation = where.getAllocation();
    MemorySplit split =
        new MemorySplit(allocation.getLocalMib(), allocation.getPoolGib() * MIB_PER_GIB, scenario);
    host.started(RunningVm.started(attributes(vmId, where), split, atMillis));
    running.put(vmId, host);
  }

  private void end(String vmId, long atMillis) {
    placed.remove(vmId);
    HostProbe host = running.remove(vmId);
    if (host != null) {
      host.ended(vmId, atMillis);
    }
  }

  private static VmAttributes attributes(String vmId, VmPlaced where) {
    VmAllocation allocation = where.getAllocation();
    VmProfile profile = where.getProfile();
    return new VmAttributes(
        vmId,
        allocation.getVcpus(),
        allocation.getLocalMib() + allocation.getPoolGib() * MIB_PER_GIB,
        known(profile.getCustomer()),
        known(profile.getVmType()),
        known(profile.getGuestOs()),
        known(profile.getRegion()),
        known(profile.getWorkload()));
  }

  private static @Nullable String known(String text) {
    return text.isEmpty() ? null : text;
  }

  /**
   * Reads and reports what is due by now. The progress is saved first: after a kill a second may be
   * missing, never twice.
   *
   * @return how many samples and scans were read
   * @throws IOException when the progress cannot be saved; then nothing was read
   */
  public synchronized long tick() throws IOException {
    long now = clock.nowMillis();
    Progress next = progress.readUntil(now);
    if (clock instanceof SteppedClock stepped) {
      next = next.with(stepped);
    }
    store.saveProgress(next);
    progress = next;
    takeEarly();
    long read = 0;
    for (HostProbe host : hosts.values()) {
      read += host.tick(now);
    }
    samples += read;
    return read;
  }

  /** What the probes do, for the control. */
  public synchronized ProbeStatus status() {
    int vms = hosts.values().stream().mapToInt(HostProbe::running).sum();
    return new ProbeStatus(clock.nowMillis(), progress.incarnation(), vms, samples);
  }

  /**
   * What the probes do.
   *
   * @param nowMillis the probe clock, milliseconds since 1970
   * @param incarnation of this start
   * @param vms that run now
   * @param samples samples and scans read by this start
   */
  public record ProbeStatus(long nowMillis, long incarnation, int vms, long samples) {}
}
