package io.tarn.pool.store;

import io.tarn.contracts.pool.PoolBuffer;
import io.tarn.pool.buffer.BufferStore;
import io.tarn.pool.ledger.Announcement;
import io.tarn.pool.ledger.Announcer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** Buffers in the service's own schema. */
public final class JdbcBufferStore implements BufferStore {

  private static final String NOW =
      "select floor(extract(epoch from clock_timestamp()) * 1000)::bigint";
  private static final String STANDING =
      """
      select p.pool_id, p.capacity_gib, s.free,
        s.releasing + s.offlining + s.scrubbing as returning, coalesce(g.leaving, 0) as leaving,
        floor(extract(epoch from p.created_at) * 1000)::bigint as created_millis,
        coalesce(b.state, 'HOLDS') as state,
        floor(extract(epoch from coalesce(b.since, p.created_at)) * 1000)::bigint as since_millis
      from pool p
      join slice_count s on s.pool_id = p.pool_id
      left join (
        select pool_id, sum(size_gib) as leaving from memory_grant
        where leaving_at is not null and state in ('GRANTED', 'ONLINE')
        group by pool_id) g on g.pool_id = p.pool_id
      left join pool_buffer b on b.pool_id = p.pool_id
      order by p.pool_id
      """;
  private static final String GRANTED =
      """
      select pool_id, floor(extract(epoch from created_at))::bigint as second, size_gib,
        count(*) as grants
      from memory_grant
      where pool_id is not null
        and created_at > to_timestamp(? / 1000.0) and created_at <= to_timestamp(? / 1000.0)
      group by 1, 2, 3
      """;
  // two figures of a time are enough for a percentile
  private static final String RELEASED =
      """
      select pool_id, second, ceil(took / step) * step as took_millis, count(*) as releases,
        sum(size_gib) as gib
      from (
        select pool_id, size_gib, floor(extract(epoch from released_at))::bigint as second, took,
          power(10, greatest(0, floor(log(greatest(took, 1))) - 1)) as step
        from (
          select *, extract(epoch from released_at - releasing_at) * 1000 as took
          from memory_grant
          where releasing_at is not null and released_at > to_timestamp(? / 1000.0)
            and released_at <= to_timestamp(? / 1000.0)) timed) stepped
      group by 1, 2, 3
      """;
  private static final String TURN =
      """
      insert into pool_buffer as known (pool_id, state) values (?, ?)
      on conflict (pool_id) do update set state = excluded.state, since = clock_timestamp()
        where known.state <> excluded.state
      """;
  private static final String KNOWN = "select state from pool_buffer where pool_id = ?";

  private static final String REFUSED =
      """
      select pool_id, floor(extract(epoch from refused_at))::bigint as second, size_gib,
        count(*) as grants
      from refused_grant
      where refused_at > to_timestamp(? / 1000.0) and refused_at <= to_timestamp(? / 1000.0)
      group by 1, 2, 3
      """;
  // what is more than the whole pool no buffer can cover
  private static final String REFUSE =
      """
      insert into refused_grant (vm_id, pool_id, size_gib)
      select ?, pool_id, n.size from pool, (select ?::integer as size) as n
      where pool_id = ? and capacity_gib >= n.size
      on conflict do nothing
      """;
  private static final String FORGET =
      "delete from refused_grant where refused_at < to_timestamp(? / 1000.0)";

  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;
  private final Announcer announcer;

  /**
   * @param jdbc on the service's schema
   * @param transactions read committed
   * @param announcer told of turns within the transaction
   */
  public JdbcBufferStore(JdbcClient jdbc, TransactionTemplate transactions, Announcer announcer) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.announcer = announcer;
  }

  @Override
  public long nowMillis() {
    return jdbc.sql(NOW).query(Long.class).single();
  }

  @Override
  public List<Standing> standing() {
    return jdbc.sql(STANDING).query((row, n) -> pool(row)).list();
  }

  private static Standing pool(ResultSet row) throws SQLException {
    return new Standing(
        row.getString("pool_id"),
        row.getInt("capacity_gib"),
        row.getInt("free"),
        row.getInt("returning"),
        row.getInt("leaving"),
        row.getLong("created_millis"),
        PoolBuffer.State.valueOf(row.getString("state")),
        row.getLong("since_millis"));
  }

  @Override
  public List<Granted> granted(long afterMillis, long untilMillis) {
    return counted(GRANTED, afterMillis, untilMillis, Granted::new);
  }

  @Override
  public List<Refused> refused(long afterMillis, long untilMillis) {
    return counted(REFUSED, afterMillis, untilMillis, Refused::new);
  }

  /** Makes something of grants of one size within one second. */
  private interface Counted<T> {
    T of(String poolId, long second, int sizeGiB, long grants);
  }

  private <T> List<T> counted(String sql, long afterMillis, long untilMillis, Counted<T> counted) {
    return jdbc.sql(sql)
        .param(afterMillis)
        .param(untilMillis)
        .query(
            (row, n) ->
                counted.of(
                    row.getString("pool_id"),
                    row.getLong("second"),
                    row.getInt("size_gib"),
                    row.getLong("grants")))
        .list();
  }

  @Override
  public void refuse(String vmId, String poolId, int sizeGiB) {
    jdbc.sql(REFUSE).param(vmId).param(sizeGiB).param(poolId).update();
  }

  @Override
  public void forgetRefused(long beforeMillis) {
    jdbc.sql(FORGET).param(beforeMillis).update();
  }

  @Override
  public List<Released> released(long afterMillis, long untilMillis) {
    return jdbc.sql(RELEASED)
        .param(afterMillis)
        .param(untilMillis)
        .query(
            (row, n) ->
                new Released(
                    row.getString("pool_id"),
                    row.getLong("second"),
                    row.getLong("took_millis"),
                    row.getLong("releases"),
                    row.getLong("gib")))
        .list();
  }

  @Override
  public void turn(PoolBuffer buffer) {
    String state = buffer.state().name();
    String known =
        jdbc.sql(KNOWN)
            .param(buffer.poolId())
            .query(String.class)
            .optional()
            .orElse(PoolBuffer.State.HOLDS.name());
    if (known.equals(state)) {
      return;
    }
    transactions.executeWithoutResult(
        status -> {
          if (jdbc.sql(TURN).param(buffer.poolId()).param(state).update() == 1) {
            announcer.announce(List.of(new Announcement.BufferTurned(buffer)));
          }
        });
  }
}
