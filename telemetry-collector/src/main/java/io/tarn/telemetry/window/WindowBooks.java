package io.tarn.telemetry.window;

import io.tarn.contracts.bus.VmPmuSample;
import io.tarn.telemetry.feed.HostFeed;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is kept of counters: feeds of hosts, samples by minute, closed windows. One transaction. */
public interface WindowBooks {

  /** The feeds of hosts, nobody else's until the transaction ends; new where there was none. */
  Map<String, HostFeed> feeds(Set<String> hostIds);

  /** Keeps feeds as they are now. */
  void keepFeeds(Collection<HostFeed> feeds);

  /** Adds samples, bytes of {@link io.tarn.contracts.bus.HostPmuReport}. */
  void addSamples(Map<Minute, byte[]> chunks);

  /** Every sample of the minutes that close, and of some that were closed before. */
  Map<Minute, List<VmPmuSample>> samples(Collection<Closing> closings, Set<Minute> opened);

  /** What is stored of windows; those that are not there are absent. */
  Map<VmMinute, Stored> stored(Set<VmMinute> windows);

  /** Keeps windows in the place of their earlier revisions. */
  void keepWindows(List<RevisedWindow> windows);
}
