package io.tarn.pool.store;

import io.tarn.contracts.pool.PoolView;
import io.tarn.contracts.pool.SliceState;
import java.net.URI;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Pools with their counts, as clients see them. */
final class PoolViews {

  private static final String POOLS =
      """
      select pool_id, capacity_gib, emc, device_id, incarnation,
        floor(extract(epoch from failed_at) * 1000)::bigint as failed_millis
      from pool where pool_id = any(?)
      order by pool_id
      """;
  private static final String COUNTS = "select * from slice_count where pool_id = any(?)";
  private static final String HOSTS =
      "select pool_id, host_id from port where pool_id = any(?) order by pool_id, host_id";

  private final JdbcClient jdbc;

  PoolViews(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Pools by name; what does not exist is left out. */
  List<PoolView> of(List<String> poolIds) {
    String[] ids = poolIds.toArray(String[]::new);
    Map<String, Map<SliceState, Integer>> counts = new HashMap<>();
    jdbc.sql(COUNTS)
        .param(ids)
        .query(
            row -> {
              counts.put(row.getString("pool_id"), counts(row));
            });
    Map<String, List<String>> hosts = new HashMap<>();
    jdbc.sql(HOSTS)
        .param(ids)
        .query(
            row -> {
              hosts
                  .computeIfAbsent(row.getString("pool_id"), pool -> new ArrayList<>())
                  .add(row.getString("host_id"));
            });
    return jdbc.sql(POOLS).param(ids).query((row, n) -> view(row, counts, hosts)).list();
  }

  private static PoolView view(
      ResultSet row, Map<String, Map<SliceState, Integer>> counts, Map<String, List<String>> hosts)
      throws SQLException {
    String poolId = row.getString("pool_id");
    Map<SliceState, Integer> slices = counts.getOrDefault(poolId, none());
    return new PoolView(
        poolId,
        row.getInt("capacity_gib"),
        slices.getOrDefault(SliceState.FREE, 0),
        URI.create(row.getString("emc")),
        row.getObject("device_id", UUID.class),
        row.getInt("incarnation"),
        row.getObject("failed_millis", Long.class),
        slices,
        hosts.getOrDefault(poolId, List.of()));
  }

  private static Map<SliceState, Integer> counts(ResultSet row) throws SQLException {
    Map<SliceState, Integer> counts = none();
    for (SliceState state : SliceState.values()) {
      counts.put(state, row.getInt(state.name().toLowerCase(Locale.ROOT)));
    }
    return counts;
  }

  private static Map<SliceState, Integer> none() {
    Map<SliceState, Integer> counts = new EnumMap<>(SliceState.class);
    for (SliceState state : SliceState.values()) {
      counts.put(state, 0);
    }
    return counts;
  }
}
