package io.tarn.pool.store;

import io.tarn.contracts.pool.PoolFailure;
import io.tarn.contracts.pool.PoolFailure.AffectedVm;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Failures of EMCs, as clients see them. */
final class FailureViews {

  private static final String FAILURE =
      """
      select pool_id, incarnation, reason,
        floor(extract(epoch from failed_at) * 1000)::bigint as failed_millis,
        floor(extract(epoch from replaced_at) * 1000)::bigint as replaced_millis,
        (select count(*) from slice where slice.pool_id = f.pool_id and state = 'LOST') as lost
      from pool_failure f
      where pool_id = ? and (?::integer is null or incarnation = ?::integer)
      order by incarnation desc limit 1
      """;
  private static final String AFFECTED =
      """
      select vm_id, a.grant_id, a.host_id, lost_gib, live,
        (select count(*) from slice s
          where s.grant_id = a.grant_id and s.host_id is not null and device_settled
            and (offline_blocks < total_blocks or total_blocks = 0)) as held
      from affected_grant a join memory_grant g on g.grant_id = a.grant_id
      where a.pool_id = ? and incarnation = ?
      order by vm_id, attempt
      """;

  private final JdbcClient jdbc;

  FailureViews(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** A failure by incarnation, or the last one. */
  Optional<PoolFailure> of(String poolId, @Nullable Integer incarnation) {
    return jdbc.sql(FAILURE)
        .param(poolId)
        .param(incarnation)
        .param(incarnation)
        .query((row, n) -> failure(row))
        .optional()
        .map(failure -> failure.with(affected(failure.poolId(), failure.incarnation())));
  }

  private static PoolFailure failure(ResultSet row) throws SQLException {
    return new PoolFailure(
        row.getString("pool_id"),
        row.getInt("incarnation"),
        row.getString("reason"),
        row.getLong("failed_millis"),
        row.getObject("replaced_millis", Long.class),
        row.getInt("lost"),
        List.of());
  }

  private List<AffectedVm> affected(String poolId, int incarnation) {
    return jdbc.sql(AFFECTED)
        .param(poolId)
        .param(incarnation)
        .query(
            (row, n) ->
                new AffectedVm(
                    row.getString("vm_id"),
                    row.getString("grant_id"),
                    row.getString("host_id"),
                    row.getInt("lost_gib"),
                    row.getInt("held"),
                    row.getBoolean("live")))
        .list();
  }
}
