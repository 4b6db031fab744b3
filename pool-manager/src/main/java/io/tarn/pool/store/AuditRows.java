package io.tarn.pool.store;

import io.tarn.contracts.pool.Observation;
import io.tarn.pool.ledger.Said;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Rows that the audit alone reads: what hosts said, and plans. */
final class AuditRows {

  // what was said before stays with the time at which it was said first
  private static final String SAY =
      """
      insert into observation as known (pool_id, slice_no, host_id, boot_id, generation, seen,
        offline_blocks, total_blocks, cause)
      select s.pool_id, s.slice_no, n.host_id, n.boot_id, n.generation, n.seen,
        n.offline_blocks, n.total_blocks, n.cause
      from unnest(?::text[], ?::integer[], ?::text[], ?::text[], ?::bigint[], ?::text[],
        ?::integer[], ?::integer[], ?::text[])
        as n (pool_id, slice_no, host_id, boot_id, generation, seen, offline_blocks,
          total_blocks, cause)
      join slice s on s.pool_id = n.pool_id and s.slice_no = n.slice_no
      order by s.pool_id, s.slice_no
      on conflict (pool_id, slice_no, host_id) do update
        set boot_id = excluded.boot_id, generation = excluded.generation, seen = excluded.seen,
          offline_blocks = excluded.offline_blocks, total_blocks = excluded.total_blocks,
          cause = excluded.cause, since = clock_timestamp()
        where (known.boot_id, known.generation, known.seen, known.offline_blocks, known.cause)
          is distinct from (excluded.boot_id, excluded.generation, excluded.seen,
            excluded.offline_blocks, excluded.cause)
      """;

  private final JdbcClient jdbc;

  AuditRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  void write(List<Said> said) {
    if (said.isEmpty()) {
      return;
    }
    jdbc.sql(SAY)
        .param(of(said, Observation::poolId, String[]::new))
        .param(of(said, Observation::slice, Integer[]::new))
        .param(said.stream().map(Said::hostId).toArray(String[]::new))
        .param(said.stream().map(Said::bootId).toArray(String[]::new))
        .param(of(said, Observation::generation, Long[]::new))
        .param(of(said, seen -> seen.seen().name(), String[]::new))
        .param(of(said, Observation::offlineBlocks, Integer[]::new))
        .param(of(said, Observation::totalBlocks, Integer[]::new))
        .param(of(said, Observation::cause, String[]::new))
        .update();
  }

  boolean lockPlan(String planId) {
    return jdbc.sql(
            "select executed_at is null from repair_plan where plan_id = ? for no key update")
        .param(planId)
        .query(Boolean.class)
        .single();
  }

  void executed(String planId) {
    jdbc.sql("update repair_plan set executed_at = clock_timestamp() where plan_id = ?")
        .param(planId)
        .update();
  }

  private static <V> V[] of(
      List<Said> said, Function<Observation, @Nullable V> value, IntFunction<V[]> array) {
    return said.stream().map(Said::seen).map(value).toArray(array);
  }
}
