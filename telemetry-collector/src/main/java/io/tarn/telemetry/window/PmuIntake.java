package io.tarn.telemetry.window;

import io.tarn.contracts.bus.HostPmuReport;
import io.tarn.contracts.bus.VmPmuSample;
import io.tarn.telemetry.feed.HostFeed;
import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Takes reports in the order of the bus: drops repeats, sorts samples by minute, moves watermarks,
 * and says which minutes close and which were closed before a sample came.
 */
public final class PmuIntake {

  private final long latenessMillis;
  private final Map<String, HostFeed> feeds;
  private final Map<String, Long> watermarksBefore = new HashMap<>();
  private final Map<Minute, ByteArrayOutputStream> chunks = new LinkedHashMap<>();
  private final Map<Minute, Map<String, LateSamples>> late = new LinkedHashMap<>();
  private int samples;

  /**
   * @param latenessMillis how far the watermark stays behind the newest sample
   * @param feeds of every host of which reports will come
   */
  public PmuIntake(long latenessMillis, Map<String, HostFeed> feeds) {
    this.latenessMillis = latenessMillis;
    this.feeds = feeds;
    feeds.forEach((host, feed) -> watermarksBefore.put(host, feed.watermarkMillis()));
  }

  /**
   * Takes the next report.
   *
   * @param payload the same as it came
   */
  public void take(HostPmuReport report, byte[] payload) {
    HostFeed feed = feeds.get(report.getAgent().getHostId());
    if (feed == null) {
      throw new IllegalArgumentException("no feed of " + report.getAgent().getHostId());
    }
    if (!feed.accept(report.getAgent())) {
      return;
    }
    if (report.getVmsCount() == 0) {
      feed.advance(report.getAgent().getSentAtMillis() - latenessMillis);
      return;
    }
    boolean wasLate = keep(feed, report, payload);
    if (wasLate) {
      feed.late();
    }
    samples += report.getVmsCount();
    feed.advance(newest(report.getVmsList()) - latenessMillis);
  }

  /** The minutes that close by what was taken. */
  public List<Closing> closings() {
    return feeds.values().stream()
        .map(
            feed ->
                new Closing(
                    feed.hostId(),
                    watermarksBefore.getOrDefault(feed.hostId(), 0L),
                    feed.watermarkMillis()))
        .filter(closing -> closing.fromMillis() < closing.toMillis())
        .toList();
  }

  /** Samples by minute, as bytes of {@link HostPmuReport}. */
  public Map<Minute, byte[]> chunks() {
    Map<Minute, byte[]> result = new LinkedHashMap<>();
    chunks.forEach((minute, bytes) -> result.put(minute, bytes.toByteArray()));
    return result;
  }

  /** By minute and VM, what came after the minute had closed. */
  public Map<Minute, Map<String, LateSamples>> late() {
    return late;
  }

  /** How many samples were news. */
  public int samples() {
    return samples;
  }

  private boolean keep(HostFeed feed, HostPmuReport report, byte[] payload) {
    Map<Long, HostPmuReport.Builder> byMinute = new LinkedHashMap<>();
    for (VmPmuSample sample : report.getVmsList()) {
      byMinute
          .computeIfAbsent(
              Minute.startOf(sample.getTakenAtMillis()), start -> HostPmuReport.newBuilder())
          .addVms(sample);
    }
    boolean wasLate = false;
    for (Map.Entry<Long, HostPmuReport.Builder> entry : byMinute.entrySet()) {
      Minute minute = new Minute(feed.hostId(), entry.getKey());
      // protobuf: one message behind another reads as one with the repeated fields of both
      chunks
          .computeIfAbsent(minute, m -> new ByteArrayOutputStream())
          .writeBytes(byMinute.size() == 1 ? payload : entry.getValue().build().toByteArray());
      if (minute.endMillis() <= feed.watermarkMillis()) {
        note(minute, entry.getValue().getVmsList());
        wasLate = true;
      }
    }
    return wasLate;
  }

  private void note(Minute minute, List<VmPmuSample> came) {
    Map<String, Integer> counts = new HashMap<>();
    came.forEach(sample -> counts.merge(sample.getVmId(), 1, Integer::sum));
    Map<String, LateSamples> ofMinute = late.computeIfAbsent(minute, m -> new HashMap<>());
    counts.forEach((vm, count) -> ofMinute.merge(vm, new LateSamples(1, count), LateSamples::plus));
  }

  private static long newest(List<VmPmuSample> came) {
    return came.stream().mapToLong(VmPmuSample::getTakenAtMillis).max().orElse(0);
  }
}
