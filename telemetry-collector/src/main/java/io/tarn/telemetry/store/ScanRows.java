package io.tarn.telemetry.store;

import io.tarn.contracts.Topics;
import io.tarn.contracts.bus.ScanMechanism;
import io.tarn.contracts.bus.VmAccessScan;
import io.tarn.telemetry.batch.Heard;
import io.tarn.telemetry.feed.HostFeed;
import io.tarn.telemetry.memory.HostScan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Scans of VMs, and the newest of each. */
final class ScanRows {

  private static final String INSERT =
      """
      insert into vm_scan (vm_id, taken_at, host_id, uptime_millis, size_mib, covered_mib,
        touched_ever_mib, touched_since_last_scan_mib, mechanism, since_start)
      select vm_id, to_timestamp(taken_millis / 1000.0), host_id, uptime, size, covered, ever,
        since_last, mechanism, since_start
      from unnest(?::text[], ?::bigint[], ?::text[], ?::bigint[], ?::bigint[], ?::bigint[],
          ?::bigint[], ?::bigint[], ?::text[], ?::boolean[])
        as s (vm_id, taken_millis, host_id, uptime, size, covered, ever, since_last, mechanism,
          since_start)
      on conflict do nothing
      """;
  private static final String NEWEST =
      """
      insert into vm_memory as m (vm_id, taken_millis, host_id, uptime_millis, size_mib,
        covered_mib, touched_ever_mib, touched_since_last_scan_mib, mechanism, since_start, scans)
      select * from unnest(?::text[], ?::bigint[], ?::text[], ?::bigint[], ?::bigint[],
        ?::bigint[], ?::bigint[], ?::bigint[], ?::text[], ?::boolean[], ?::integer[])
      on conflict (vm_id) do update set taken_millis = excluded.taken_millis,
        host_id = excluded.host_id, uptime_millis = excluded.uptime_millis,
        size_mib = excluded.size_mib, covered_mib = excluded.covered_mib,
        touched_ever_mib = excluded.touched_ever_mib,
        touched_since_last_scan_mib = excluded.touched_since_last_scan_mib,
        mechanism = excluded.mechanism, since_start = excluded.since_start,
        scans = m.scans + excluded.scans, received_at = clock_timestamp()
      where m.taken_millis < excluded.taken_millis
      """;
  private static final String STALE =
      """
      insert into history_stale (vm_id)
      select vm_id from vm where vm_id = any(?) and ended_millis is not null
      """;
  private static final String FIND =
      """
      select vm_id, taken_millis, uptime_millis, size_mib, covered_mib, touched_ever_mib,
        touched_since_last_scan_mib, mechanism, since_start
      from vm_memory where vm_id = any(?)
      """;

  private final JdbcClient jdbc;
  private final FeedRows feeds;

  ScanRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
    this.feeds = new FeedRows(jdbc);
  }

  /** Books reports of scans; returns how many were repeats. */
  long book(List<Heard.Access> reports) {
    Map<String, HostFeed> ofHosts =
        feeds.lock(
            Topics.HOST_ACCESS,
            reports.stream()
                .map(one -> one.report().getAgent().getHostId())
                .collect(Collectors.toSet()));
    List<HostScan> scans = new ArrayList<>();
    long repeats = 0;
    for (Heard.Access one : reports) {
      String host = one.report().getAgent().getHostId();
      HostFeed feed = ofHosts.computeIfAbsent(host, HostFeed::new);
      if (feed.accept(one.report().getAgent())) {
        one.report().getVmsList().forEach(scan -> scans.add(new HostScan(host, scan)));
        feed.advance(one.report().getAgent().getSentAtMillis());
      } else {
        repeats++;
      }
    }
    if (!scans.isEmpty()) {
      save(scans);
    }
    feeds.save(Topics.HOST_ACCESS, ofHosts.values());
    return repeats;
  }

  private void save(List<HostScan> scans) {
    bind(jdbc.sql(INSERT), scans).update();
    Map<String, HostScan> newest = new TreeMap<>();
    Map<String, Integer> counts = new HashMap<>();
    for (HostScan scan : scans) {
      String vm = scan.scan().getVmId();
      newest.merge(vm, scan, ScanRows::newer);
      counts.merge(vm, 1, Integer::sum);
    }
    bind(jdbc.sql(NEWEST), newest.values())
        .param(Columns.ints(newest.keySet(), vm -> counts.getOrDefault(vm, 0)))
        .update();
    jdbc.sql(STALE).param(newest.keySet().toArray(String[]::new)).update();
  }

  /** The newest scan of VMs; those never scanned are absent. */
  Map<String, VmAccessScan> newest(Collection<String> vmIds) {
    Map<String, VmAccessScan> found = new HashMap<>();
    jdbc.sql(FIND)
        .param(vmIds.toArray(String[]::new))
        .query(
            row -> {
              found.put(
                  row.getString("vm_id"),
                  VmAccessScan.newBuilder()
                      .setVmId(row.getString("vm_id"))
                      .setTakenAtMillis(row.getLong("taken_millis"))
                      .setUptimeMillis(row.getLong("uptime_millis"))
                      .setSizeMib(row.getLong("size_mib"))
                      .setCoveredMib(row.getLong("covered_mib"))
                      .setTouchedEverMib(row.getLong("touched_ever_mib"))
                      .setTouchedSinceLastScanMib(row.getLong("touched_since_last_scan_mib"))
                      .setMechanism(ScanMechanism.valueOf(row.getString("mechanism")))
                      .setSinceStart(row.getBoolean("since_start"))
                      .build());
            });
    return found;
  }

  private static JdbcClient.StatementSpec bind(
      JdbcClient.StatementSpec statement, Collection<HostScan> scans) {
    return statement
        .param(Columns.text(scans, of(VmAccessScan::getVmId)))
        .param(Columns.longs(scans, of(VmAccessScan::getTakenAtMillis)))
        .param(Columns.text(scans, HostScan::hostId))
        .param(Columns.longs(scans, of(VmAccessScan::getUptimeMillis)))
        .param(Columns.longs(scans, of(VmAccessScan::getSizeMib)))
        .param(Columns.longs(scans, of(VmAccessScan::getCoveredMib)))
        .param(Columns.longs(scans, of(VmAccessScan::getTouchedEverMib)))
        .param(Columns.longs(scans, of(VmAccessScan::getTouchedSinceLastScanMib)))
        .param(Columns.text(scans, of(scan -> scan.getMechanism().name())))
        .param(Columns.booleans(scans, of(VmAccessScan::getSinceStart)));
  }

  private static <T> Function<HostScan, T> of(Function<VmAccessScan, T> part) {
    return scan -> part.apply(scan.scan());
  }

  private static HostScan newer(HostScan one, HostScan other) {
    return other.scan().getTakenAtMillis() > one.scan().getTakenAtMillis() ? other : one;
  }
}
