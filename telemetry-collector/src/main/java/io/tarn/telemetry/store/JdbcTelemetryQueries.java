package io.tarn.telemetry.store;

import io.tarn.contracts.bus.PmuCounter;
import io.tarn.telemetry.feed.FeedView;
import io.tarn.telemetry.memory.MemoryView;
import io.tarn.telemetry.query.TelemetryQueries;
import io.tarn.telemetry.window.CounterStats;
import io.tarn.telemetry.window.Minute;
import io.tarn.telemetry.window.WindowView;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Looks at rows of VMs and hosts. */
public final class JdbcTelemetryQueries implements TelemetryQueries {

  private static final String WINDOWS =
      """
      select host_id, (extract(epoch from start_at) * 1000)::bigint as start_millis, revision,
        samples, covered_millis, distrust, local_mib, pool_gib, counter_count, counter_sum,
        counter_min, counter_max, feature_version, features
      from vm_window
      where vm_id = ? and start_at >= to_timestamp(? / 1000.0) and start_at < to_timestamp(? / 1000.0)
        and (start_at, host_id) > (to_timestamp(? / 1000.0), ?)
      order by start_at, host_id limit ?
      """;
  private static final String WINDOW_AGE =
      """
      select (extract(epoch from clock_timestamp() - max(closed_at)) * 1000)::bigint
      from vm_window where vm_id = ? having max(closed_at) is not null
      """;
  private static final String MEMORY =
      """
      select *, (extract(epoch from clock_timestamp() - received_at) * 1000)::bigint as age_millis
      from v_vm_memory where vm_id = ?
      """;
  private static final String FEEDS =
      """
      select topic, watermark_millis, sent_millis, reports, repeats, late_reports,
        (extract(epoch from received_at) * 1000)::bigint - sent_millis as lag_millis,
        (extract(epoch from clock_timestamp() - received_at) * 1000)::bigint as age_millis
      from host_feed where host_id = ? order by topic
      """;

  private final JdbcClient jdbc;

  /** Through this. */
  public JdbcTelemetryQueries(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public boolean known(String vmId) {
    return jdbc.sql("select exists (select from vm where vm_id = ?)")
        .param(vmId)
        .query(Boolean.class)
        .single();
  }

  @Override
  public boolean heard(String vmId) {
    return jdbc.sql(
            """
            select exists (select from vm_seen where vm_id = ?)
              or exists (select from vm_memory where vm_id = ?)
            """)
        .param(vmId)
        .param(vmId)
        .query(Boolean.class)
        .single();
  }

  @Override
  public List<WindowView> windows(
      String vmId, long fromMillis, long toMillis, Minute after, int limit) {
    return jdbc.sql(WINDOWS)
        .param(vmId)
        .param(fromMillis)
        .param(toMillis)
        .param(after.startMillis())
        .param(after.hostId())
        .param(limit)
        .query((row, n) -> window(row))
        .list();
  }

  @Override
  public OptionalLong windowAgeMillis(String vmId) {
    return jdbc.sql(WINDOW_AGE)
        .param(vmId)
        .query(Long.class)
        .optional()
        .map(OptionalLong::of)
        .orElse(OptionalLong.empty());
  }

  @Override
  public Optional<MemoryView> memory(String vmId) {
    return jdbc.sql(MEMORY).param(vmId).query((row, n) -> memory(row)).optional();
  }

  @Override
  public List<FeedView> feeds(String hostId) {
    return jdbc.sql(FEEDS)
        .param(hostId)
        .query(
            (row, n) ->
                new FeedView(
                    row.getString("topic"),
                    row.getLong("watermark_millis"),
                    row.getLong("sent_millis"),
                    row.getLong("reports"),
                    row.getLong("repeats"),
                    row.getLong("late_reports"),
                    row.getLong("lag_millis"),
                    row.getLong("age_millis")))
        .list();
  }

  private static WindowView window(ResultSet row) throws SQLException {
    return new WindowView(
        row.getString("host_id"),
        row.getLong("start_millis"),
        row.getInt("revision"),
        row.getInt("samples"),
        row.getInt("covered_millis"),
        absentIfEmpty(row.getString("distrust")),
        row.getDouble("local_mib"),
        row.getDouble("pool_gib"),
        counters(row),
        row.getInt("feature_version"),
        WindowRows.floats(row.getArray("features")));
  }

  private static Map<String, WindowView.Counter> counters(ResultSet row) throws SQLException {
    Integer[] count = (Integer[]) row.getArray("counter_count").getArray();
    Long[] sum = (Long[]) row.getArray("counter_sum").getArray();
    Long[] min = (Long[]) row.getArray("counter_min").getArray();
    Long[] max = (Long[]) row.getArray("counter_max").getArray();
    Map<String, WindowView.Counter> counters = new LinkedHashMap<>();
    for (int place = 0; place < Math.min(count.length, CounterStats.COUNTERS); place++) {
      PmuCounter counter = PmuCounter.forNumber(place + 1);
      if (counter != null && count[place] > 0) {
        counters.put(
            counter.name(),
            new WindowView.Counter(count[place], sum[place], min[place], max[place]));
      }
    }
    return counters;
  }

  private static MemoryView memory(ResultSet row) throws SQLException {
    return new MemoryView(
        row.getString("vm_id"),
        row.getBoolean("known"),
        row.getString("host_id"),
        row.getLong("size_mib"),
        row.getLong("covered_mib"),
        row.getDouble("coverage"),
        row.getLong("touched_mib"),
        row.getLong("untouched_mib"),
        row.getLong("touched_since_last_scan_mib"),
        row.getString("mechanism"),
        row.getBoolean("since_start"),
        row.getInt("scans"),
        row.getLong("taken_millis"),
        absentIfEmpty(row.getString("distrust")),
        row.getLong("age_millis"));
  }

  private static @Nullable String absentIfEmpty(String text) {
    return text.isEmpty() ? null : text;
  }
}
