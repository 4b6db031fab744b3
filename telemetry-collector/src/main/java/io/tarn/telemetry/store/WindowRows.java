package io.tarn.telemetry.store;

import io.tarn.contracts.feature.CounterFeatures;
import io.tarn.telemetry.window.Minute;
import io.tarn.telemetry.window.RevisedWindow;
import io.tarn.telemetry.window.Stored;
import io.tarn.telemetry.window.VmMinute;
import io.tarn.telemetry.window.Window;
import java.sql.Array;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Closed windows, and their sums over the day. */
final class WindowRows {

  private static final long DAY_MILLIS = 24L * 60 * 60 * 1000;
  private static final String FIND =
      """
      select w.vm_id, w.host_id, (extract(epoch from w.start_at) * 1000)::bigint as start_millis,
        w.revision, w.features
      from unnest(?::text[], ?::text[], ?::bigint[]) as wanted (vm_id, host_id, start_millis)
      join vm_window w on w.vm_id = wanted.vm_id and w.host_id = wanted.host_id
        and w.start_at = to_timestamp(wanted.start_millis / 1000.0)
      """;
  private static final String SAVE =
      """
      insert into vm_window (vm_id, start_at, host_id, revision, samples, covered_millis, distrust,
        local_mib, pool_gib, counter_count, counter_sum, counter_min, counter_max, feature_version,
        features)
      select vm_id, to_timestamp(start_millis / 1000.0), host_id, revision, samples,
        covered_millis, distrust, local_mib, pool_gib, counter_count::integer[],
        counter_sum::bigint[], counter_min::bigint[], counter_max::bigint[], ?, features::real[]
      from unnest(?::text[], ?::bigint[], ?::text[], ?::integer[], ?::integer[], ?::integer[],
          ?::text[], ?::double precision[], ?::double precision[], ?::text[], ?::text[], ?::text[],
          ?::text[], ?::text[])
        as w (vm_id, start_millis, host_id, revision, samples, covered_millis, distrust, local_mib,
          pool_gib, counter_count, counter_sum, counter_min, counter_max, features)
      on conflict (vm_id, start_at, host_id) do update set revision = excluded.revision,
        samples = excluded.samples, covered_millis = excluded.covered_millis,
        distrust = excluded.distrust, local_mib = excluded.local_mib,
        pool_gib = excluded.pool_gib, counter_count = excluded.counter_count,
        counter_sum = excluded.counter_sum, counter_min = excluded.counter_min,
        counter_max = excluded.counter_max, feature_version = excluded.feature_version,
        features = excluded.features, closed_at = clock_timestamp()
      """;
  private static final String ADD_TO_DAY =
      """
      insert into vm_day as d (vm_id, day, feature_version, windows, feature_sums, newest_millis)
      select vm_id, to_timestamp(day_millis / 1000.0), ?, windows,
        feature_sums::double precision[], newest_millis
      from unnest(?::text[], ?::bigint[], ?::integer[], ?::text[], ?::bigint[])
        as change (vm_id, day_millis, windows, feature_sums, newest_millis)
      on conflict (vm_id, day, feature_version) do update set windows = d.windows + excluded.windows,
        feature_sums = array_plus(d.feature_sums, excluded.feature_sums),
        newest_millis = greatest(d.newest_millis, excluded.newest_millis)
      """;
  private static final String SEEN =
      """
      insert into vm_seen as s (vm_id, newest_millis)
      select * from unnest(?::text[], ?::bigint[])
      on conflict (vm_id) do update
        set newest_millis = greatest(s.newest_millis, excluded.newest_millis)
      """;
  private static final String STALE =
      "insert into history_stale (vm_id) select * from unnest(?::text[])";

  private final JdbcClient jdbc;

  WindowRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** What is stored of some VMs' windows; those that are not there are absent. */
  Map<VmMinute, Stored> find(Set<VmMinute> wanted) {
    Map<VmMinute, Stored> found = new HashMap<>();
    if (wanted.isEmpty()) {
      return found;
    }
    jdbc.sql(FIND)
        .param(Columns.text(wanted, VmMinute::vmId))
        .param(Columns.text(wanted, one -> one.minute().hostId()))
        .param(Columns.longs(wanted, one -> one.minute().startMillis()))
        .query(
            row -> {
              Minute minute = new Minute(row.getString("host_id"), row.getLong("start_millis"));
              found.put(
                  new VmMinute(row.getString("vm_id"), minute),
                  new Stored(row.getInt("revision"), floats(row.getArray("features"))));
            });
    return found;
  }

  void save(List<RevisedWindow> windows) {
    List<Window> plain = windows.stream().map(RevisedWindow::window).toList();
    jdbc.sql(SAVE)
        .param(CounterFeatures.VERSION)
        .param(Columns.text(plain, Window::vmId))
        .param(Columns.longs(plain, window -> window.minute().startMillis()))
        .param(Columns.text(plain, window -> window.minute().hostId()))
        .param(Columns.ints(windows, RevisedWindow::revision))
        .param(Columns.ints(plain, Window::samples))
        .param(Columns.ints(plain, Window::coveredMillis))
        .param(Columns.text(plain, window -> window.distrust().reason()))
        .param(Columns.doubles(plain, Window::localMib))
        .param(Columns.doubles(plain, Window::poolGib))
        .param(Columns.text(plain, window -> Columns.array(window.counters().count())))
        .param(Columns.text(plain, window -> Columns.array(window.counters().sum())))
        .param(Columns.text(plain, window -> Columns.array(window.counters().min())))
        .param(Columns.text(plain, window -> Columns.array(window.counters().max())))
        .param(Columns.text(plain, window -> Columns.array(window.features())))
        .update();
    addToDays(windows);
    see(plain);
  }

  private void addToDays(List<RevisedWindow> windows) {
    // in the order of keys, as everyone does: no two wait for each other
    Map<VmDay, DayChange> changes = new TreeMap<>();
    for (RevisedWindow revised : windows) {
      if (revised.told()) {
        Window window = revised.window();
        long start = window.minute().startMillis();
        changes
            .computeIfAbsent(
                new VmDay(window.vmId(), Math.floorDiv(start, DAY_MILLIS) * DAY_MILLIS),
                day -> new DayChange())
            .add(revised);
      }
    }
    if (changes.isEmpty()) {
      return;
    }
    jdbc.sql(ADD_TO_DAY)
        .param(CounterFeatures.VERSION)
        .param(Columns.text(changes.keySet(), VmDay::vmId))
        .param(Columns.longs(changes.keySet(), VmDay::dayMillis))
        .param(Columns.ints(changes.values(), change -> change.windows))
        .param(Columns.text(changes.values(), change -> Columns.array(change.sums)))
        .param(Columns.longs(changes.values(), change -> change.newestMillis))
        .update();
    jdbc.sql(STALE)
        .param(changes.keySet().stream().map(VmDay::vmId).distinct().toArray(String[]::new))
        .update();
  }

  private void see(Collection<Window> windows) {
    Map<String, Long> newest = new TreeMap<>();
    windows.forEach(window -> newest.merge(window.vmId(), window.minute().endMillis(), Math::max));
    jdbc.sql(SEEN)
        .param(newest.keySet().toArray(String[]::new))
        .param(newest.values().toArray(Long[]::new))
        .update();
  }

  static List<Float> floats(Array array) throws SQLException {
    return Arrays.asList((Float[]) array.getArray());
  }

  /** What windows add to a day, less what they replace. */
  private static final class DayChange {

    private final double[] sums = new double[CounterFeatures.NAMES.size()];
    private int windows;
    private long newestMillis;

    void add(RevisedWindow revised) {
      add(revised.window().features(), 1);
      add(revised.replaced(), -1);
      newestMillis = Math.max(newestMillis, revised.window().minute().endMillis());
    }

    private void add(List<Float> features, int times) {
      if (!features.isEmpty()) {
        windows += times;
        for (int place = 0; place < sums.length; place++) {
          sums[place] += times * (double) features.get(place);
        }
      }
    }
  }

  private record VmDay(String vmId, long dayMillis) implements Comparable<VmDay> {

    @Override
    public int compareTo(VmDay other) {
      int byVm = vmId.compareTo(other.vmId);
      return byVm == 0 ? Long.compare(dayMillis, other.dayMillis) : byVm;
    }
  }
}
