package io.tarn.telemetry.testing;

import io.tarn.contracts.bus.HostPmuReport;
import io.tarn.contracts.bus.PmuCounterGroup;
import io.tarn.contracts.bus.PmuCounterValue;
import io.tarn.contracts.bus.VmPmuSample;
import io.tarn.contracts.feature.CounterFeatures;
import io.tarn.contracts.feature.CounterRates;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The windows that a stream of reports comes to, computed the plain way: everything is remembered,
 * nothing is batched, and sums are kept in {@link BigDecimal}. Shares with the collector only the
 * features of a set of samples.
 */
public final class Truth {

  private static final int LEAST_COVERED_MILLIS = 30_000;
  private static final double LEAST_RUNNING_SHARE = 0.2;

  private final long latenessMillis;
  private final Set<List<Object>> counted = new HashSet<>();
  private final Map<String, Long> watermarks = new TreeMap<>();
  private final Map<List<String>, Open> windows = new TreeMap<>(Truth::compare);

  /** With a lateness. */
  public Truth(long latenessMillis) {
    this.latenessMillis = latenessMillis;
  }

  /** Takes the next report as it lies on the bus. */
  public void take(HostPmuReport report) {
    String host = report.getAgent().getHostId();
    if (!counted.add(
        List.of(
            host,
            report.getAgent().getBootId(),
            report.getAgent().getIncarnation(),
            report.getAgent().getSequence()))) {
      return;
    }
    long watermark = watermarks.getOrDefault(host, 0L);
    long newest = report.getVmsCount() == 0 ? report.getAgent().getSentAtMillis() : 0;
    Set<Open> late = new HashSet<>();
    for (VmPmuSample sample : report.getVmsList()) {
      long start = (sample.getTakenAtMillis() - 1) / 60_000 * 60_000;
      Open window =
          windows.computeIfAbsent(
              List.of(sample.getVmId(), String.format("%020d", start), host), k -> new Open(start));
      window.samples.add(sample);
      if (start + 60_000 <= watermark) {
        late.add(window);
      } else {
        window.onTime = true;
      }
      newest = Math.max(newest, sample.getTakenAtMillis());
    }
    late.forEach(window -> window.lateReports++);
    watermarks.put(host, Math.max(watermark, newest - latenessMillis));
  }

  /** Closed windows, one line each, in order. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    windows.forEach(
        (key, window) -> {
          if (window.start + 60_000 <= watermarks.getOrDefault(key.get(2), 0L)) {
            lines.add(window.line(key));
          }
        });
    return lines;
  }

  private static int compare(List<String> one, List<String> other) {
    return String.join("\n", one).compareTo(String.join("\n", other));
  }

  /** A window and everything in it. */
  private static final class Open {

    private final long start;
    private final List<VmPmuSample> samples = new ArrayList<>();
    private boolean onTime;
    private int lateReports;

    Open(long start) {
      this.start = start;
    }

    String line(List<String> key) {
      long covered = 0;
      long usable = 0;
      long local = 0;
      long pool = 0;
      boolean multiplexed = false;
      List<CounterRates> rates = new ArrayList<>();
      for (VmPmuSample sample : samples) {
        covered += sample.getIntervalMillis();
        local += sample.getLocalMib();
        pool += sample.getPoolGib();
        boolean good = true;
        Set<Object> counters = new HashSet<>();
        for (PmuCounterGroup group : sample.getGroupsList()) {
          boolean ran = ran(group);
          multiplexed |= !ran;
          good &= ran;
          group.getCountersList().forEach(value -> counters.add(value.getCounter()));
        }
        if (good && counters.containsAll(Samples.COUNTERS)) {
          usable += sample.getIntervalMillis();
          rates.add(CounterRates.of(sample, sample.getVcpus(), LEAST_RUNNING_SHARE));
        }
      }
      String distrust =
          covered < LEAST_COVERED_MILLIS
              ? "thin"
              : usable >= LEAST_COVERED_MILLIS ? "" : multiplexed ? "multiplexed" : "incomplete";
      List<Float> features = new ArrayList<>();
      if (distrust.isEmpty()) {
        for (float feature : CounterFeatures.of(rates)) {
          features.add(feature);
        }
      }
      return String.join(
          " ",
          key.get(0),
          key.get(2),
          Long.toString(start),
          "r" + ((onTime ? 1 : 0) + lateReports),
          "n" + samples.size(),
          "c" + Math.min(60_000, covered),
          "[" + distrust + "]",
          Double.toString((double) local / samples.size()),
          Double.toString((double) pool / samples.size()),
          counters(),
          features.toString());
    }

    private String counters() {
      Map<Integer, List<BigDecimal>> values = new TreeMap<>();
      Samples.COUNTERS.forEach(counter -> values.put(counter.getNumber(), new ArrayList<>()));
      for (VmPmuSample sample : samples) {
        for (PmuCounterGroup group : sample.getGroupsList()) {
          if (ran(group)) {
            for (PmuCounterValue value : group.getCountersList()) {
              values.get(value.getCounterValue()).add(scaled(value.getValue(), group));
            }
          }
        }
      }
      List<String> counts = new ArrayList<>();
      List<String> sums = new ArrayList<>();
      List<String> least = new ArrayList<>();
      List<String> most = new ArrayList<>();
      for (List<BigDecimal> ofCounter : values.values()) {
        counts.add(Integer.toString(ofCounter.size()));
        sums.add(ofCounter.stream().reduce(BigDecimal.ZERO, BigDecimal::add).toPlainString());
        least.add(
            ofCounter.stream().min(BigDecimal::compareTo).orElse(BigDecimal.ZERO).toPlainString());
        most.add(
            ofCounter.stream().max(BigDecimal::compareTo).orElse(BigDecimal.ZERO).toPlainString());
      }
      return counts + " " + sums + " " + least + " " + most;
    }

    private static boolean ran(PmuCounterGroup group) {
      return group.getTimeRunningNanos() > 0
          && (double) group.getTimeRunningNanos()
              >= LEAST_RUNNING_SHARE * group.getTimeEnabledNanos();
    }

    private static BigDecimal scaled(long value, PmuCounterGroup group) {
      return BigDecimal.valueOf(value)
          .multiply(BigDecimal.valueOf(group.getTimeEnabledNanos()))
          .divide(BigDecimal.valueOf(group.getTimeRunningNanos()), 0, RoundingMode.HALF_UP);
    }
  }
}
