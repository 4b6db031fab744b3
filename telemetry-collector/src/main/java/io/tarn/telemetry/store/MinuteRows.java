package io.tarn.telemetry.store;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tarn.contracts.bus.HostPmuReport;
import io.tarn.contracts.bus.VmPmuSample;
import io.tarn.telemetry.window.Closing;
import io.tarn.telemetry.window.Minute;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Samples as they came, by host and minute. */
final class MinuteRows {

  private static final String INSERT =
      """
      insert into minute_samples (host_id, start_at, payload)
      select host_id, to_timestamp(start_millis / 1000.0), payload
      from unnest(?::text[], ?::bigint[], ?::bytea[]) as chunk (host_id, start_millis, payload)
      """;
  // of each range, the minutes that start after its begin and not after its end
  private static final String READ =
      """
      select s.host_id, (extract(epoch from s.start_at) * 1000)::bigint as start_millis,
        string_agg(s.payload, ''::bytea order by s.chunk) as payload
      from unnest(?::text[], ?::bigint[], ?::bigint[]) as wanted (host_id, after, upto)
      join minute_samples s on s.host_id = wanted.host_id
        and s.start_at > to_timestamp(wanted.after / 1000.0)
        and s.start_at <= to_timestamp(wanted.upto / 1000.0)
      group by s.host_id, s.start_at
      order by s.host_id, s.start_at
      """;

  private final JdbcClient jdbc;

  MinuteRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  void insert(Map<Minute, byte[]> chunks) {
    jdbc.sql(INSERT)
        .param(Columns.text(chunks.keySet(), Minute::hostId))
        .param(Columns.longs(chunks.keySet(), Minute::startMillis))
        .param(Columns.bytes(chunks.values(), payload -> payload))
        .update();
  }

  /** Every sample of minutes that close, and of some that were closed before. */
  Map<Minute, List<VmPmuSample>> read(Collection<Closing> closings, Set<Minute> opened) {
    List<Closing> ranges = new ArrayList<>();
    for (Closing closing : closings) {
      ranges.add(
          new Closing(
              closing.hostId(),
              closing.fromMillis() - Minute.MILLIS,
              closing.toMillis() - Minute.MILLIS));
    }
    for (Minute minute : opened) {
      ranges.add(new Closing(minute.hostId(), minute.startMillis() - 1, minute.startMillis()));
    }
    Map<Minute, List<VmPmuSample>> found = new LinkedHashMap<>();
    jdbc.sql(READ)
        .param(Columns.text(ranges, Closing::hostId))
        .param(Columns.longs(ranges, Closing::fromMillis))
        .param(Columns.longs(ranges, Closing::toMillis))
        .query(
            row -> {
              found.put(
                  new Minute(row.getString("host_id"), row.getLong("start_millis")),
                  samples(row.getBytes("payload")));
            });
    return found;
  }

  private static List<VmPmuSample> samples(byte[] payload) {
    try {
      return HostPmuReport.parseFrom(payload).getVmsList();
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("a row of minute_samples is no report", e);
    }
  }
}
