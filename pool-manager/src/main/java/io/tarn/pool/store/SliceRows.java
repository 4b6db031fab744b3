package io.tarn.pool.store;

import io.tarn.contracts.pool.SliceState;
import io.tarn.pool.ledger.RecallPace;
import io.tarn.pool.slice.Slice;
import io.tarn.pool.slice.SliceChange;
import io.tarn.pool.slice.SliceKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Rows of slices. */
final class SliceRows {

  /** Also the predicate of the index slice_waits_for_device. */
  private static final String WAITS =
      """
      (not device_settled or fenced or state = 'SCRUBBING'
        or (state in ('OFFLINING', 'LOST') and total_blocks > 0 and offline_blocks = total_blocks)
        or (state = 'LOST' and host_id is null))
      """;

  private static final String WAITS_FOR_DEVICE =
      WAITS
          + """
          and exists (select from pool where pool.pool_id = slice.pool_id and failed_at is null)
          """;

  static final String SELECT =
      """
      select pool_id, slice_no, state, host_id, grant_id, generation, device_settled, epoch,
        offline_blocks, total_blocks, cause, fenced, tries
      from slice
      """;
  private static final String IN_ORDER = " order by pool_id, slice_no ";
  private static final String BY_KEY =
      SELECT
          + " where (pool_id, slice_no) in (select * from unnest(?::text[], ?::integer[]))"
          + IN_ORDER;
  private static final String BY_GRANT = SELECT + " where grant_id = any(?)" + IN_ORDER;
  private static final String BY_GRANT_OR_KEY =
      SELECT
          + " where (pool_id, slice_no) in (select pool_id, slice_no from slice"
          + " where grant_id = any(?) union select * from unnest(?::text[], ?::integer[]))"
          + IN_ORDER;
  private static final String WAITING =
      SELECT + " where pool_id = ? and " + WAITS_FOR_DEVICE + " order by slice_no limit ?";
  private static final String FREE =
      SELECT + " where pool_id = ? and state = 'FREE' order by slice_no limit ? for update";
  private static final String WAITING_BY_POOL =
      "select pool_id, (select count(*) from slice where slice.pool_id = pool.pool_id and "
          + WAITS_FOR_DEVICE
          + ") as waiting from pool";
  private static final String WRITE =
      """
      update slice set state = n.state, host_id = n.host_id, grant_id = n.grant_id,
        generation = n.generation, device_settled = n.settled, epoch = n.epoch,
        offline_blocks = n.offline_blocks, total_blocks = n.total_blocks, cause = n.cause,
        fenced = n.fenced, tries = n.tries, updated_at = clock_timestamp()
      from unnest(?::text[], ?::integer[], ?::text[], ?::text[], ?::text[], ?::bigint[],
        ?::boolean[], ?::bigint[], ?::integer[], ?::integer[], ?::text[], ?::boolean[],
        ?::integer[])
        as n (pool_id, slice_no, state, host_id, grant_id, generation, settled, epoch,
          offline_blocks, total_blocks, cause, fenced, tries)
      where slice.pool_id = n.pool_id and slice.slice_no = n.slice_no
      """;

  /** Also the predicate of the index slice_stuck. */
  private static final String RECALLABLE =
      SELECT
          + """
          where state = 'QUARANTINED' and not fenced and pool_id = any(?) and tries < ?
            and updated_at + least(? * power(2, tries), ?) * interval '1 millisecond'
              <= clock_timestamp()
          """
          + IN_ORDER
          + "limit ?";

  private final JdbcClient jdbc;

  SliceRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  List<Slice> byKey(Collection<SliceKey> keys) {
    return jdbc.sql(BY_KEY)
        .param(column(keys, SliceKey::poolId, String[]::new))
        .param(column(keys, SliceKey::number, Integer[]::new))
        .query(SliceRows::slice)
        .list();
  }

  List<Slice> byGrant(String grantId) {
    return jdbc.sql(BY_GRANT).param(new String[] {grantId}).query(SliceRows::slice).list();
  }

  List<Slice> lockByGrant(Collection<String> grantIds) {
    return jdbc.sql(BY_GRANT + " for update")
        .param(grantIds.toArray(String[]::new))
        .query(SliceRows::slice)
        .list();
  }

  List<Slice> lock(Collection<String> grantIds, Collection<SliceKey> keys) {
    if (keys.isEmpty()) {
      return lockByGrant(grantIds);
    }
    return jdbc.sql(BY_GRANT_OR_KEY + " for update")
        .param(grantIds.toArray(String[]::new))
        .param(column(keys, SliceKey::poolId, String[]::new))
        .param(column(keys, SliceKey::number, Integer[]::new))
        .query(SliceRows::slice)
        .list();
  }

  List<Slice> lockByPool(String poolId) {
    return jdbc.sql(SELECT + " where pool_id = ?" + IN_ORDER + " for update")
        .param(poolId)
        .query(SliceRows::slice)
        .list();
  }

  List<Slice> waiting(String poolId, int most) {
    return jdbc.sql(WAITING).param(poolId).param(most).query(SliceRows::slice).list();
  }

  List<Slice> recallable(Collection<String> pools, RecallPace pace, int most) {
    return jdbc.sql(RECALLABLE)
        .param(pools.toArray(String[]::new))
        .param(pace.budget())
        .param(pace.firstPauseMillis())
        .param(pace.longestPauseMillis())
        .param(most)
        .query(SliceRows::slice)
        .list();
  }

  Map<String, Integer> waitingByPool() {
    Map<String, Integer> waiting = new HashMap<>();
    jdbc.sql(WAITING_BY_POOL)
        .query(
            row -> {
              waiting.put(row.getString("pool_id"), row.getInt("waiting"));
            });
    return waiting;
  }

  /**
   * Locks FREE slices. Slices that others hold are passed over; only when there are too few others
   * are they waited for, in the order of their numbers and after letting go of what was taken, so
   * that two who wait never wait for each other.
   */
  List<Slice> takeFree(String poolId, int count) {
    jdbc.sql("savepoint free_slices").update();
    List<Slice> taken = free(FREE + " skip locked", poolId, count);
    if (taken.size() == count) {
      return taken;
    }
    jdbc.sql("rollback to savepoint free_slices").update();
    return free(FREE, poolId, count);
  }

  private List<Slice> free(String sql, String poolId, int count) {
    return jdbc.sql(sql).param(poolId).param(count).query(SliceRows::slice).list();
  }

  /** Writes every step of every change, so that the constraints see the whole path. */
  void write(List<SliceChange> changes) {
    List<List<Slice>> paths = changes.stream().map(SliceChange::steps).toList();
    int longest = paths.stream().mapToInt(List::size).max().orElse(0);
    for (int step = 0; step < longest; step++) {
      int at = step;
      writeOnce(paths.stream().filter(path -> path.size() > at).map(path -> path.get(at)).toList());
    }
  }

  private void writeOnce(List<Slice> slices) {
    int written =
        jdbc.sql(WRITE)
            .param(column(slices, slice -> slice.key().poolId(), String[]::new))
            .param(column(slices, slice -> slice.key().number(), Integer[]::new))
            .param(column(slices, slice -> slice.state().name(), String[]::new))
            .param(column(slices, Slice::hostId, String[]::new))
            .param(column(slices, Slice::grantId, String[]::new))
            .param(column(slices, Slice::generation, Long[]::new))
            .param(column(slices, Slice::settled, Boolean[]::new))
            .param(column(slices, Slice::epoch, Long[]::new))
            .param(column(slices, Slice::offlineBlocks, Integer[]::new))
            .param(column(slices, Slice::totalBlocks, Integer[]::new))
            .param(column(slices, Slice::cause, String[]::new))
            .param(column(slices, Slice::fenced, Boolean[]::new))
            .param(column(slices, Slice::tries, Integer[]::new))
            .update();
    if (written != slices.size()) {
      throw new IllegalStateException(written + " slices were written, not " + slices.size());
    }
  }

  private static <T, V> V[] column(
      Collection<T> rows, Function<T, @Nullable V> value, IntFunction<V[]> array) {
    return rows.stream().map(value).toArray(array);
  }

  static Slice slice(ResultSet row, int n) throws SQLException {
    return new Slice(
        new SliceKey(row.getString("pool_id"), row.getInt("slice_no")),
        SliceState.valueOf(row.getString("state")),
        row.getString("host_id"),
        row.getString("grant_id"),
        row.getLong("generation"),
        row.getBoolean("device_settled"),
        row.getLong("epoch"),
        row.getInt("offline_blocks"),
        row.getInt("total_blocks"),
        row.getString("cause"),
        row.getBoolean("fenced"),
        row.getInt("tries"));
  }
}
