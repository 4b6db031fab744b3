package io.tarn.telemetry.testing;

import io.tarn.contracts.bus.HostPmuReport;
import io.tarn.contracts.bus.VmPmuSample;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Seeded streams of reports as no good day has them: repeats, reports out of order, samples that
 * come minutes late, agents that start anew, groups that ran too little, counters that are missing.
 */
public final class Streams {

  private static final long[] RUNNING = {
    1_000_000, 1_000_000, 1_000_000, 500_000, 250_000, 100_000
  };
  private static final int[] INTERVALS = {1_000, 5_000, 10_000, 30_000};

  private final Random random;
  private final long beginMillis;
  private final List<HostPmuReport> reports = new ArrayList<>();

  private Streams(long seed, long beginMillis) {
    this.random = new Random(seed);
    this.beginMillis = beginMillis;
  }

  /**
   * A stream, the reports of all hosts in the order of the bus.
   *
   * @param beginMillis of the first sample
   * @param minutes that it spans
   */
  public static List<HostPmuReport> of(long seed, long beginMillis, int hosts, int minutes) {
    Streams streams = new Streams(seed, beginMillis);
    for (int host = 0; host < hosts; host++) {
      streams.host("h" + host, minutes);
    }
    return streams.shuffled();
  }

  private void host(String hostId, int minutes) {
    int interval = INTERVALS[random.nextInt(INTERVALS.length)];
    int vms = 1 + random.nextInt(3);
    int sequence = 0;
    int incarnation = 1;
    List<VmPmuSample> heldBack = new ArrayList<>();
    long end = beginMillis + minutes * 60_000L;
    for (long at = beginMillis + random.nextInt(interval); at < end; at += interval) {
      List<VmPmuSample> samples = new ArrayList<>();
      for (int vm = 0; vm < vms; vm++) {
        VmPmuSample sample = sample(hostId + "-vm" + vm, at, interval);
        switch (random.nextInt(20)) {
          case 0 -> heldBack.add(sample);
          case 1 -> {}
          default -> samples.add(sample);
        }
      }
      if (random.nextInt(15) == 0) {
        samples.addAll(heldBack);
        heldBack.clear();
      }
      if (random.nextInt(40) == 0) {
        incarnation++;
        sequence = 0;
      }
      sequence++;
      if (samples.isEmpty()) {
        samples.add(sample(hostId + "-vm0", at, interval));
      }
      reports.add(Samples.report(hostId, "boot-1", incarnation, sequence, samples));
    }
  }

  private VmPmuSample sample(String vmId, long at, int interval) {
    VmPmuSample.Builder sample =
        Samples.sample(vmId, at, interval, random.nextInt(1_000_000_000))
            .setPoolGib(random.nextInt(8))
            .clearGroups();
    sample.addGroups(
        Samples.group(
            random.nextInt(1_000_000_000), 1_000_000, RUNNING[random.nextInt(RUNNING.length)]));
    if (random.nextInt(10) == 0) {
      sample.getGroupsBuilder(0).removeCounters(random.nextInt(Samples.COUNTERS.size()));
    }
    return sample.build();
  }

  /** Mixes hosts, moves some reports back a little, repeats some, also much later. */
  private List<HostPmuReport> shuffled() {
    List<List<HostPmuReport>> byHost = new ArrayList<>();
    for (HostPmuReport report : reports) {
      String host = report.getAgent().getHostId();
      if (byHost.isEmpty()
          || !byHost.get(byHost.size() - 1).get(0).getAgent().getHostId().equals(host)) {
        byHost.add(new ArrayList<>());
      }
      byHost.get(byHost.size() - 1).add(report);
    }
    List<HostPmuReport> bus = new ArrayList<>();
    for (List<HostPmuReport> ofHost : byHost) {
      for (int i = 1; i < ofHost.size(); i++) {
        if (random.nextInt(12) == 0) {
          Collections.swap(ofHost, i, Math.max(0, i - 1 - random.nextInt(5)));
        }
      }
    }
    while (!byHost.isEmpty()) {
      List<HostPmuReport> next = byHost.get(random.nextInt(byHost.size()));
      bus.add(next.remove(0));
      if (random.nextInt(12) == 0) {
        bus.add(bus.get(Math.max(0, bus.size() - 1 - random.nextInt(40))));
      }
      byHost.removeIf(List::isEmpty);
    }
    return bus;
  }
}
