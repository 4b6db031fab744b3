package io.tarn.telemetry.feed;

import io.tarn.contracts.bus.AgentReport;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What has come from one host on one topic. Changes with every report; not for several threads. */
public final class HostFeed {

  private final String hostId;
  private final Map<AgentRun, ReplayWindow> marks = new HashMap<>();
  private final Set<AgentRun> changed = new HashSet<>();
  private long watermarkMillis;
  private long sentMillis;
  private long reports;
  private long repeats;
  private long lateReports;

  /** A host of which nothing was heard. */
  public HostFeed(String hostId) {
    this.hostId = hostId;
  }

  /** Takes up where a row says that the feed was. */
  public HostFeed resume(FeedTally tally) {
    watermarkMillis = tally.watermarkMillis();
    sentMillis = tally.sentMillis();
    reports = tally.reports();
    repeats = tally.repeats();
    lateReports = tally.lateReports();
    return this;
  }

  /** Takes up which reports of a run were heard. */
  public void resume(AgentRun run, ReplayWindow mark) {
    marks.put(run, mark);
  }

  /**
   * Counts a report.
   *
   * @return whether it is news
   */
  public boolean accept(AgentReport report) {
    AgentRun run = new AgentRun(report.getBootId(), report.getIncarnation());
    ReplayWindow mark = marks.getOrDefault(run, ReplayWindow.EMPTY);
    if (!mark.isNew(report.getSequence())) {
      repeats++;
      return false;
    }
    marks.put(run, mark.with(report.getSequence()));
    changed.add(run);
    reports++;
    sentMillis = Math.max(sentMillis, report.getSentAtMillis());
    return true;
  }

  /** Notes that a report added to windows that were closed. */
  public void late() {
    lateReports++;
  }

  /** Says that nothing that ends at a time or before is waited for; it never goes back. */
  public void advance(long millis) {
    watermarkMillis = Math.max(watermarkMillis, millis);
  }

  /** Whose feed it is. */
  public String hostId() {
    return hostId;
  }

  /** Windows that end here or before are closed, milliseconds since 1970 on the host's clock. */
  public long watermarkMillis() {
    return watermarkMillis;
  }

  /** The counts by now. */
  public FeedTally tally() {
    return new FeedTally(watermarkMillis, sentMillis, reports, repeats, lateReports);
  }

  /** The marks that changed since they were read. */
  public Map<AgentRun, ReplayWindow> changedMarks() {
    Map<AgentRun, ReplayWindow> result = new HashMap<>(marks);
    result.keySet().retainAll(changed);
    return result;
  }
}
