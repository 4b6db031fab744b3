package io.tarn.telemetry.store;

import io.tarn.contracts.bus.History;
import io.tarn.telemetry.history.Histories;
import io.tarn.telemetry.store.JdbcHistoryDesk.Owner;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The days of workloads, and the counter history that follows: the newest day with enough windows.
 */
final class WorkloadDays {

  private static final int LEAST_WINDOWS = 10;
  // days in rising order: of those with enough windows the last one stands
  private static final String DAYS =
      """
      select v.customer, v.workload, d.feature_version, d.windows, d.feature_sums, d.newest_millis,
        (extract(epoch from d.day) * 1000)::bigint as day_millis
      from unnest(?::text[], ?::text[]) as wanted (customer, workload)
      join vm v on v.customer = wanted.customer and v.workload = wanted.workload
      join vm_day d using (vm_id)
      where d.windows > 0 and v.workload <> ''
      order by d.day, d.feature_version
      """;

  private final JdbcClient jdbc;

  WorkloadDays(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Counter histories of workloads that have one. */
  List<History> of(List<Owner> owners) {
    List<Owner> distinct =
        owners.stream()
            .map(owner -> new Owner(owner.customer(), owner.workload(), false))
            .distinct()
            .toList();
    Map<DayKey, Day> days = new TreeMap<>();
    jdbc.sql(DAYS)
        .param(Columns.text(distinct, Owner::customer))
        .param(Columns.text(distinct, Owner::workload))
        .query(
            row -> {
              days.computeIfAbsent(key(row), key -> new Day()).add(row);
            });
    Map<List<String>, History> newest = new TreeMap<>(WorkloadDays::compare);
    days.forEach(
        (key, day) -> {
          if (day.windows >= LEAST_WINDOWS) {
            newest.put(List.of(key.customer(), key.workload()), day.history(key));
          }
        });
    return List.copyOf(newest.values());
  }

  private static int compare(List<String> one, List<String> other) {
    int byFirst = one.get(0).compareTo(other.get(0));
    return byFirst == 0 ? one.get(1).compareTo(other.get(1)) : byFirst;
  }

  private static DayKey key(ResultSet row) throws SQLException {
    return new DayKey(
        row.getString("customer"),
        row.getString("workload"),
        row.getLong("day_millis"),
        row.getInt("feature_version"));
  }

  private record DayKey(String customer, String workload, long dayMillis, int version)
      implements Comparable<DayKey> {

    @Override
    public int compareTo(DayKey other) {
      int byWorkload =
          compare(List.of(customer, workload), List.of(other.customer, other.workload));
      if (byWorkload != 0) {
        return byWorkload;
      }
      int byDay = Long.compare(dayMillis, other.dayMillis);
      return byDay == 0 ? Integer.compare(version, other.version) : byDay;
    }
  }

  /** Sums over the VMs of a workload. */
  private static final class Day {

    private double[] sums = {};
    private int windows;
    private long newestMillis;

    void add(ResultSet row) throws SQLException {
      Double[] more = (Double[]) row.getArray("feature_sums").getArray();
      if (sums.length == 0) {
        sums = new double[more.length];
      }
      for (int place = 0; place < sums.length; place++) {
        sums[place] += more[place];
      }
      windows += row.getInt("windows");
      newestMillis = Math.max(newestMillis, row.getLong("newest_millis"));
    }

    History history(DayKey key) {
      List<Float> means = new ArrayList<>();
      for (double sum : sums) {
        means.add((float) (sum / windows));
      }
      return Histories.counters(
          key.customer(), key.workload(), newestMillis, windows, key.version(), means);
    }
  }
}
