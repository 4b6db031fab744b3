package io.tarn.pool.store;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.GrantRequest;
import io.tarn.contracts.pool.GrantState;
import io.tarn.pool.ledger.Departure;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.ledger.GrantChange;
import io.tarn.pool.ledger.WayBack;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Rows of grants, and of the newest attempt of each VM. */
final class GrantRows {

  private static final String SELECT =
      "select vm_id, attempt, state, pool_id, host_id, size_gib from memory_grant ";
  private static final String NOT_OVER =
      " = ? and state in ('GRANTED', 'ONLINE', 'RELEASING', 'LOST') order by grant_id";
  private static final String UNFINISHED = " where host_id" + NOT_OVER;
  private static final String NEW_VMS =
      """
      insert into vm_attempt (vm_id, attempt)
      select vm_id, 1 from unnest(?::text[]) as vm_id
      on conflict do nothing returning vm_id
      """;
  private static final String NEWEST =
      "select vm_id, attempt from vm_attempt where vm_id = any(?) order by vm_id for update";
  private static final String INSERT =
      """
      insert into memory_grant (grant_id, vm_id, attempt, state, pool_id, host_id, size_gib)
      select * from unnest(
        ?::text[], ?::text[], ?::integer[], ?::text[], ?::text[], ?::text[], ?::integer[])
      """;
  private static final String MOVE =
      """
      update memory_grant set state = n.state,
        online_at = case when n.state = 'ONLINE' then clock_timestamp() else online_at end,
        releasing_at = case when n.state = 'RELEASING' then clock_timestamp() else releasing_at end,
        drain_told_at = case when n.state = 'GRANTED' then null else drain_told_at end,
        released_at = case when n.state = 'RELEASED' then clock_timestamp() else released_at end
      from (select ? as state) as n
      where grant_id = ?
      returning way_back, extract(epoch from case n.state
        when 'ONLINE' then online_at - created_at
        when 'RELEASED' then released_at - coalesce(releasing_at, lost_at)
        else interval '0' end) as seconds
      """;

  private static final String DEPART =
      """
      update memory_grant set
        drain_told_at = case when n.drained then drain_told_at end,
        leaving_at = clock_timestamp() + n.millis * interval '1 millisecond'
      from (select ?::bigint as millis, ?::boolean as drained) as n
      where grant_id = ?
      """;
  // what a host said last, in its current boot, of slices that it still has at that generation
  private static final String DEPARTURE =
      """
      select vm_id, attempt, drain_told_at is not null as told,
        floor(extract(epoch from leaving_at) * 1000)::bigint as leaving_millis,
        (select coalesce(sum(1024 * o.offline_blocks / o.total_blocks), 0)
          from slice s join observation o on o.pool_id = s.pool_id and o.slice_no = s.slice_no
            and o.host_id = s.host_id and o.generation = s.generation
          join host h on h.host_id = o.host_id and h.boot_id = o.boot_id
          where s.grant_id = g.grant_id and o.seen = 'ONLINE') as drained_mib,
        exists (select from pool_buffer b where b.pool_id = g.pool_id and b.state = 'LOW') as at_once
      from memory_grant g
      where grant_id = ? and leaving_at is not null and state in ('GRANTED', 'ONLINE')
      """;
  private static final String DRAINABLE =
      """
      select vm_id, attempt from memory_grant g
      where pool_id = any(?) and state = 'ONLINE' and drain_told_at is null
        and leaving_at is not null
        and (leaving_at <= clock_timestamp() + ? * interval '1 millisecond'
          or exists (select from pool_buffer b where b.pool_id = g.pool_id and b.state = 'LOW'))
      order by leaving_at limit ?
      """;

  private final JdbcClient jdbc;
  private final GrantTimes times;

  GrantRows(JdbcClient jdbc, GrantTimes times) {
    this.jdbc = jdbc;
    this.times = times;
  }

  int lockAttempt(String vmId) {
    return lockAttempts(List.of(vmId)).getOrDefault(vmId, 0);
  }

  Map<String, Integer> lockAttempts(Collection<String> vmIds) {
    SortedSet<String> known = new TreeSet<>(vmIds);
    // a new row holds its VM as a lock would; it says nothing that a grant would not say
    known.removeAll(
        jdbc.sql(NEW_VMS).param(known.toArray(String[]::new)).query(String.class).list());
    Map<String, Integer> newest = new HashMap<>();
    if (!known.isEmpty()) {
      jdbc.sql(NEWEST)
          .param(known.toArray(String[]::new))
          .query(
              row -> {
                newest.put(row.getString("vm_id"), row.getInt("attempt"));
              });
    }
    return newest;
  }

  Optional<Grant> byId(GrantId id) {
    return byIds(List.of(id)).stream().findFirst();
  }

  List<Grant> byIds(Collection<GrantId> ids) {
    return jdbc.sql(SELECT + "where grant_id = any(?)")
        .param(ids.stream().map(GrantId::toString).toArray(String[]::new))
        .query(GrantRows::grant)
        .list();
  }

  Optional<Grant> live(String vmId) {
    return liveOf(List.of(vmId)).stream().findFirst();
  }

  List<Grant> liveOf(Collection<String> vmIds) {
    return jdbc.sql(SELECT + "where vm_id = any(?) and state in ('GRANTED', 'ONLINE')")
        .param(vmIds.toArray(String[]::new))
        .query(GrantRows::grant)
        .list();
  }

  List<Grant> lock(Collection<String> ids) {
    return jdbc.sql(SELECT + "where grant_id = any(?) order by grant_id for update")
        .param(ids.toArray(String[]::new))
        .query(GrantRows::grant)
        .list();
  }

  List<Grant> lockUnfinished(String hostId) {
    return jdbc.sql(SELECT + UNFINISHED + " for update")
        .param(hostId)
        .query(GrantRows::grant)
        .list();
  }

  List<Grant> lockUnfinishedOf(String poolId) {
    return jdbc.sql(SELECT + " where pool_id" + NOT_OVER + " for update")
        .param(poolId)
        .query(GrantRows::grant)
        .list();
  }

  static List<Grant> unfinishedOf(JdbcClient jdbc, String poolId) {
    return jdbc.sql(SELECT + " where pool_id" + NOT_OVER)
        .param(poolId)
        .query(GrantRows::grant)
        .list();
  }

  List<String> unfinished(String hostId) {
    return jdbc.sql("select grant_id from memory_grant" + UNFINISHED)
        .param(hostId)
        .query(String.class)
        .list();
  }

  /** Adds grants or tombstones; the schema makes their attempts known with them. */
  void record(List<Grant> grants) {
    if (grants.isEmpty()) {
      return;
    }
    jdbc.sql(INSERT)
        .param(column(grants, grant -> grant.id().toString(), String[]::new))
        .param(column(grants, grant -> grant.id().vmId(), String[]::new))
        .param(column(grants, grant -> grant.id().attempt(), Integer[]::new))
        .param(column(grants, grant -> grant.state().name(), String[]::new))
        .param(column(grants, of(GrantRequest::poolId), String[]::new))
        .param(column(grants, of(GrantRequest::hostId), String[]::new))
        .param(column(grants, of(GrantRequest::sizeGiB), Integer[]::new))
        .update();
  }

  private static <V> Function<Grant, @Nullable V> of(Function<GrantRequest, V> part) {
    return grant -> grant.place() == null ? null : part.apply(grant.place());
  }

  private static <V> V[] column(
      List<Grant> grants, Function<Grant, @Nullable V> value, IntFunction<V[]> array) {
    return grants.stream().map(value).toArray(array);
  }

  void move(Grant grant) {
    Moved moved =
        jdbc.sql(MOVE)
            .param(grant.state().name())
            .param(grant.id().toString())
            .query((row, n) -> moved(row))
            .single();
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCommit() {
            tell(grant.state(), moved);
          }
        });
  }

  void depart(GrantChange.Departing departing) {
    jdbc.sql(DEPART)
        .param(departing.inMillis())
        .param(departing.staysDrained())
        .param(departing.id().toString())
        .update();
  }

  void drainTold(GrantId id) {
    jdbc.sql("update memory_grant set drain_told_at = clock_timestamp() where grant_id = ?")
        .param(id.toString())
        .update();
  }

  Optional<Departure> departure(GrantId id) {
    return jdbc.sql(DEPARTURE)
        .param(id.toString())
        .query(
            (row, n) ->
                new Departure(
                    id(row),
                    row.getLong("leaving_millis"),
                    row.getBoolean("told"),
                    row.getLong("drained_mib"),
                    row.getBoolean("at_once")))
        .optional();
  }

  List<GrantId> drainable(Collection<String> poolIds, long aheadMillis, int most) {
    return jdbc.sql(DRAINABLE)
        .param(poolIds.toArray(String[]::new))
        .param(aheadMillis)
        .param(most)
        .query((row, n) -> id(row))
        .list();
  }

  private static GrantId id(ResultSet row) throws SQLException {
    return new GrantId(row.getString("vm_id"), row.getInt("attempt"));
  }

  private static Moved moved(ResultSet row) throws SQLException {
    return new Moved(
        WayBack.valueOf(row.getString("way_back")),
        Duration.ofNanos((long) (row.getDouble("seconds") * 1e9)));
  }

  private void tell(GrantState state, Moved moved) {
    switch (state) {
      case ONLINE -> times.online(moved.took());
      case RELEASED -> times.released(moved.way(), moved.took());
      case GRANTED, RELEASING, LOST, WITHDRAWN -> {}
    }
  }

  /** What a move of a grant says of its way so far. */
  private record Moved(WayBack way, Duration took) {}

  private static Grant grant(ResultSet row, int n) throws SQLException {
    GrantId id = id(row);
    String poolId = row.getString("pool_id");
    return new Grant(
        id,
        GrantState.valueOf(row.getString("state")),
        poolId == null
            ? null
            : new GrantRequest(row.getString("host_id"), poolId, row.getInt("size_gib")));
  }
}
