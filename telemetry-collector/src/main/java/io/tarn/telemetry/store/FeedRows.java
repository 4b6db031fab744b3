package io.tarn.telemetry.store;

import io.tarn.telemetry.feed.AgentRun;
import io.tarn.telemetry.feed.FeedTally;
import io.tarn.telemetry.feed.HostFeed;
import io.tarn.telemetry.feed.ReplayWindow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What came from hosts. */
final class FeedRows {

  private static final String LOCK =
      """
      select host_id, watermark_millis, sent_millis, reports, repeats, late_reports
      from host_feed where topic = ? and host_id = any(?) order by host_id for update
      """;
  private static final String MARKS =
      """
      select host_id, boot_id, incarnation, last_sequence, seen from report_mark
      where topic = ? and host_id = any(?)
      """;
  private static final String SAVE =
      """
      insert into host_feed (topic, host_id, watermark_millis, sent_millis, reports, repeats,
        late_reports)
      select ?, * from unnest(?::text[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[],
        ?::bigint[])
      on conflict (topic, host_id) do update set watermark_millis = excluded.watermark_millis,
        sent_millis = excluded.sent_millis, received_at = clock_timestamp(),
        reports = excluded.reports, repeats = excluded.repeats,
        late_reports = excluded.late_reports
      """;
  private static final String MARK =
      """
      insert into report_mark (topic, host_id, boot_id, incarnation, last_sequence, seen)
      select ?, * from unnest(?::text[], ?::text[], ?::bigint[], ?::bigint[], ?::bigint[])
      on conflict (topic, host_id, boot_id, incarnation) do update
        set last_sequence = excluded.last_sequence, seen = excluded.seen,
          updated_at = clock_timestamp()
      """;

  private final JdbcClient jdbc;

  FeedRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** The feeds of hosts, nobody else's until the transaction ends; new where there was none. */
  Map<String, HostFeed> lock(String topic, Collection<String> hostIds) {
    Map<String, HostFeed> feeds = new TreeMap<>();
    new TreeSet<>(hostIds).forEach(host -> feeds.put(host, new HostFeed(host)));
    String[] hosts = feeds.keySet().toArray(String[]::new);
    jdbc.sql(LOCK)
        .param(topic)
        .param(hosts)
        .query(
            row -> {
              feed(feeds, row.getString("host_id"))
                  .resume(
                      new FeedTally(
                          row.getLong("watermark_millis"),
                          row.getLong("sent_millis"),
                          row.getLong("reports"),
                          row.getLong("repeats"),
                          row.getLong("late_reports")));
            });
    jdbc.sql(MARKS)
        .param(topic)
        .param(hosts)
        .query(
            row -> {
              feed(feeds, row.getString("host_id"))
                  .resume(
                      new AgentRun(row.getString("boot_id"), row.getLong("incarnation")),
                      new ReplayWindow(row.getLong("last_sequence"), row.getLong("seen")));
            });
    return feeds;
  }

  void save(String topic, Collection<HostFeed> feeds) {
    List<FeedTally> tallies = feeds.stream().map(HostFeed::tally).toList();
    jdbc.sql(SAVE)
        .param(topic)
        .param(Columns.text(feeds, HostFeed::hostId))
        .param(Columns.longs(tallies, FeedTally::watermarkMillis))
        .param(Columns.longs(tallies, FeedTally::sentMillis))
        .param(Columns.longs(tallies, FeedTally::reports))
        .param(Columns.longs(tallies, FeedTally::repeats))
        .param(Columns.longs(tallies, FeedTally::lateReports))
        .update();
    List<Mark> marks = new ArrayList<>();
    for (HostFeed feed : feeds) {
      feed.changedMarks().forEach((run, mark) -> marks.add(new Mark(feed.hostId(), run, mark)));
    }
    jdbc.sql(MARK)
        .param(topic)
        .param(Columns.text(marks, Mark::hostId))
        .param(Columns.text(marks, mark -> mark.run().bootId()))
        .param(Columns.longs(marks, mark -> mark.run().incarnation()))
        .param(Columns.longs(marks, mark -> mark.seen().last()))
        .param(Columns.longs(marks, mark -> mark.seen().seen()))
        .update();
  }

  private static HostFeed feed(Map<String, HostFeed> feeds, String hostId) {
    return feeds.computeIfAbsent(hostId, HostFeed::new);
  }

  private record Mark(String hostId, AgentRun run, ReplayWindow seen) {}
}
