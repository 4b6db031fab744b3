package io.tarn.telemetry.store;

import io.tarn.contracts.Topics;
import io.tarn.contracts.bus.VmPmuSample;
import io.tarn.telemetry.feed.HostFeed;
import io.tarn.telemetry.window.Closing;
import io.tarn.telemetry.window.Minute;
import io.tarn.telemetry.window.RevisedWindow;
import io.tarn.telemetry.window.Stored;
import io.tarn.telemetry.window.VmMinute;
import io.tarn.telemetry.window.WindowBooks;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Counters in PostgreSQL. */
final class JdbcWindowBooks implements WindowBooks {

  private final FeedRows feeds;
  private final MinuteRows minutes;
  private final WindowRows windows;

  JdbcWindowBooks(JdbcClient jdbc) {
    this.feeds = new FeedRows(jdbc);
    this.minutes = new MinuteRows(jdbc);
    this.windows = new WindowRows(jdbc);
  }

  @Override
  public Map<String, HostFeed> feeds(Set<String> hostIds) {
    return feeds.lock(Topics.HOST_PMU, hostIds);
  }

  @Override
  public void keepFeeds(Collection<HostFeed> changed) {
    feeds.save(Topics.HOST_PMU, changed);
  }

  @Override
  public void addSamples(Map<Minute, byte[]> chunks) {
    minutes.insert(chunks);
  }

  @Override
  public Map<Minute, List<VmPmuSample>> samples(Collection<Closing> closings, Set<Minute> opened) {
    return minutes.read(closings, opened);
  }

  @Override
  public Map<VmMinute, Stored> stored(Set<VmMinute> wanted) {
    return windows.find(wanted);
  }

  @Override
  public void keepWindows(List<RevisedWindow> closed) {
    windows.save(closed);
  }
}
