package io.tarn.local.invariant;

import io.tarn.contracts.Topics;
import io.tarn.contracts.bus.FrontEndEpoch;
import io.tarn.contracts.bus.HostAccessReport;
import io.tarn.contracts.codec.BusCodec;
import io.tarn.contracts.codec.UnreadableRecordException;
import io.tarn.contracts.model.Hashes;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What hosts and front ends have sent, put together from the records on the bus. */
final class Sent {

  private final SentWindows windows = new SentWindows();
  private final Map<String, Scan> memory = new HashMap<>();
  private final Map<EpochKey, String> epochs = new HashMap<>();
  private final Violations refused = new Violations();
  private long records;

  /** Takes in the next record of a topic that the collector reads. */
  void add(String topic, byte @Nullable [] value) {
    records++;
    try {
      switch (topic) {
        case Topics.HOST_PMU -> windows.add(BusCodec.HOST_PMU.decode(value));
        case Topics.HOST_ACCESS -> add(BusCodec.HOST_ACCESS.decode(value));
        case Topics.COT_EPOCHS -> add(BusCodec.COT_EPOCHS.decode(value));
        default -> BusCodec.PLACEMENTS.decode(value);
      }
    } catch (UnreadableRecordException e) {
      refused.add(String.valueOf(e.getMessage()));
    }
  }

  private void add(HostAccessReport report) {
    String hostId = report.getAgent().getHostId();
    report
        .getVmsList()
        .forEach(scan -> memory.merge(scan.getVmId(), Scan.of(hostId, scan), Scan::newer));
  }

  private void add(FrontEndEpoch epoch) {
    epochs.putIfAbsent(
        new EpochKey(epoch.getFrontEndId(), epoch.getIncarnation(), epoch.getEpoch()),
        Hashes.sha256(epoch.toByteArray()));
  }

  /**
   * Takes note of a record on a dead-letter topic.
   *
   * @param topic that it lies on
   * @param reason that its header gives
   */
  void deadLetter(String topic, String reason) {
    refused.add(topic + ": " + reason);
  }

  /** How many records were taken in, of all topics. */
  long records() {
    return records;
  }

  /** The windows of minutes that have closed. */
  Map<WindowKey, WindowFigures> windows() {
    return windows.closed();
  }

  /** The newest scan of each VM. */
  Map<String, Scan> memory() {
    return memory;
  }

  /** Hash of the body of each epoch. */
  Map<EpochKey, String> epochs() {
    return epochs;
  }

  /** Records that nobody can read, and those that somebody has put aside. */
  Violations refused() {
    return refused;
  }
}
