package io.tarn.local.invariant;

import io.tarn.contracts.bus.AgentReport;
import io.tarn.contracts.bus.HostPmuReport;
import io.tarn.contracts.bus.VmPmuSample;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** The windows that hosts' reports of counters come to, each report counted once. */
final class SentWindows {

  /** How far a host's watermark stays behind its newest sample, milliseconds. */
  static final long LATENESS_MILLIS = 5_000;

  private static final long MINUTE_MILLIS = 60_000;

  private final Map<Run, BitSet> heard = new HashMap<>();
  private final Map<String, Long> watermarks = new HashMap<>();
  private final Map<WindowKey, WindowFigures> windows = new HashMap<>();

  /** Takes in a report; a repeat changes nothing. */
  void add(HostPmuReport report) {
    AgentReport agent = report.getAgent();
    BitSet sequences = heard.computeIfAbsent(Run.of(agent), run -> new BitSet());
    int sequence = Math.toIntExact(agent.getSequence());
    if (sequences.get(sequence)) {
      return;
    }
    sequences.set(sequence);
    long newest = report.getVmsCount() == 0 ? agent.getSentAtMillis() : 0;
    for (VmPmuSample sample : report.getVmsList()) {
      long minute = Math.floorDiv(sample.getTakenAtMillis() - 1, MINUTE_MILLIS) * MINUTE_MILLIS;
      windows
          .computeIfAbsent(
              new WindowKey(sample.getVmId(), agent.getHostId(), minute),
              key -> new WindowFigures())
          .add(sample);
      newest = Math.max(newest, sample.getTakenAtMillis());
    }
    watermarks.merge(agent.getHostId(), newest - LATENESS_MILLIS, Math::max);
  }

  /** The windows of minutes that have closed. */
  Map<WindowKey, WindowFigures> closed() {
    Map<WindowKey, WindowFigures> closed = new HashMap<>(windows);
    closed
        .keySet()
        .removeIf(
            key -> key.startMillis() + MINUTE_MILLIS > watermarks.getOrDefault(key.hostId(), 0L));
    return closed;
  }

  private record Run(String hostId, String bootId, long incarnation) {

    static Run of(AgentReport agent) {
      return new Run(agent.getHostId(), agent.getBootId(), agent.getIncarnation());
    }
  }
}
