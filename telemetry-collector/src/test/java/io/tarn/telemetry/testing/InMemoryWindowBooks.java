package io.tarn.telemetry.testing;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tarn.contracts.bus.HostPmuReport;
import io.tarn.contracts.bus.VmPmuSample;
import io.tarn.telemetry.feed.AgentRun;
import io.tarn.telemetry.feed.FeedTally;
import io.tarn.telemetry.feed.HostFeed;
import io.tarn.telemetry.feed.ReplayWindow;
import io.tarn.telemetry.window.Closing;
import io.tarn.telemetry.window.Minute;
import io.tarn.telemetry.window.RevisedWindow;
import io.tarn.telemetry.window.Stored;
import io.tarn.telemetry.window.VmMinute;
import io.tarn.telemetry.window.Window;
import io.tarn.telemetry.window.WindowBooks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Books in memory; what was kept after {@link #begin} can be taken back. */
public final class InMemoryWindowBooks implements WindowBooks {

  private Map<String, FeedTally> tallies = new HashMap<>();
  private Map<String, Map<AgentRun, ReplayWindow>> marks = new HashMap<>();
  private Map<Minute, List<byte[]>> chunks = new HashMap<>();
  private Map<VmMinute, RevisedWindow> windows = new HashMap<>();

  /** The state as it is now, on its own. */
  public InMemoryWindowBooks begin() {
    InMemoryWindowBooks copy = new InMemoryWindowBooks();
    copy.tallies = new HashMap<>(tallies);
    marks.forEach((host, ofHost) -> copy.marks.put(host, new HashMap<>(ofHost)));
    chunks.forEach((minute, ofMinute) -> copy.chunks.put(minute, new ArrayList<>(ofMinute)));
    copy.windows = new HashMap<>(windows);
    return copy;
  }

  @Override
  public Map<String, HostFeed> feeds(Set<String> hostIds) {
    Map<String, HostFeed> feeds = new TreeMap<>();
    for (String host : hostIds) {
      HostFeed feed = new HostFeed(host);
      FeedTally tally = tallies.get(host);
      if (tally != null) {
        feed.resume(tally);
      }
      marks.getOrDefault(host, Map.of()).forEach(feed::resume);
      feeds.put(host, feed);
    }
    return feeds;
  }

  @Override
  public void keepFeeds(Collection<HostFeed> feeds) {
    for (HostFeed feed : feeds) {
      tallies.put(feed.hostId(), feed.tally());
      marks.computeIfAbsent(feed.hostId(), host -> new HashMap<>()).putAll(feed.changedMarks());
    }
  }

  @Override
  public void addSamples(Map<Minute, byte[]> more) {
    more.forEach(
        (minute, payload) -> chunks.computeIfAbsent(minute, m -> new ArrayList<>()).add(payload));
  }

  @Override
  public Map<Minute, List<VmPmuSample>> samples(Collection<Closing> closings, Set<Minute> opened) {
    Map<Minute, List<VmPmuSample>> found = new HashMap<>();
    chunks.forEach(
        (minute, ofMinute) -> {
          boolean closes =
              closings.stream()
                  .anyMatch(
                      closing ->
                          closing.hostId().equals(minute.hostId())
                              && closing.fromMillis() < minute.endMillis()
                              && minute.endMillis() <= closing.toMillis());
          if (closes || opened.contains(minute)) {
            found.put(minute, ofMinute.stream().flatMap(one -> parsed(one).stream()).toList());
          }
        });
    return found;
  }

  @Override
  public Map<VmMinute, Stored> stored(Set<VmMinute> wanted) {
    Map<VmMinute, Stored> found = new HashMap<>();
    for (VmMinute one : wanted) {
      RevisedWindow kept = windows.get(one);
      if (kept != null) {
        found.put(one, new Stored(kept.revision(), kept.window().features()));
      }
    }
    return found;
  }

  @Override
  public void keepWindows(List<RevisedWindow> closed) {
    closed.forEach(
        one -> windows.put(new VmMinute(one.window().vmId(), one.window().minute()), one));
  }

  /** Closed windows in the form of {@link Truth#lines}. */
  public List<String> lines() {
    return windows.values().stream()
        .map(InMemoryWindowBooks::line)
        .sorted(LineOrder.BY_VM_START_HOST)
        .toList();
  }

  private static String line(RevisedWindow revised) {
    Window window = revised.window();
    return String.join(
        " ",
        window.vmId(),
        window.minute().hostId(),
        Long.toString(window.minute().startMillis()),
        "r" + revised.revision(),
        "n" + window.samples(),
        "c" + window.coveredMillis(),
        "[" + window.distrust().reason() + "]",
        Double.toString(window.localMib()),
        Double.toString(window.poolGib()),
        Arrays.toString(window.counters().count()),
        Arrays.toString(window.counters().sum()),
        Arrays.toString(window.counters().min()),
        Arrays.toString(window.counters().max()),
        window.features().toString());
  }

  private static List<VmPmuSample> parsed(byte[] payload) {
    try {
      return HostPmuReport.parseFrom(payload).getVmsList();
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException(e);
    }
  }
}
