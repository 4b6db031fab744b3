package io.tarn.pool.store;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.Observation;
import io.tarn.contracts.pool.OrphanAudit.Orphan;
import io.tarn.pool.audit.AuditStore;
import io.tarn.pool.audit.AuditView.SaidSince;
import io.tarn.pool.audit.AuditView.Stood;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.ledger.Host;
import io.tarn.pool.ledger.Said;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What audits read of the service's own schema. */
public final class JdbcAuditStore implements AuditStore {

  private static final String MILLIS = "floor(extract(epoch from %s) * 1000)::bigint";
  private static final String NOW = "select " + MILLIS.formatted("clock_timestamp()");
  private static final String SLICES =
      SliceRows.SELECT.replace("from slice", ", " + MILLIS.formatted("updated_at") + " as since")
          + " from slice where pool_id = ? order by slice_no";
  private static final String SAID =
      """
      select o.pool_id, o.slice_no, o.host_id, o.boot_id, o.generation, o.seen, o.offline_blocks,
        o.total_blocks, o.cause, floor(extract(epoch from o.since) * 1000)::bigint as since
      from observation o where o.pool_id = ? order by o.slice_no, o.host_id
      """;
  private static final String TOLD =
      """
      select grant_id from command
      where host_id = ? and kind = 'ONLINE' and pool_id = ?
        and slices @> jsonb_build_array(
          jsonb_build_object('slice', ?::integer, 'generation', ?::bigint))
      order by sequence desc limit 1
      """;
  private static final String LIVE =
      """
      select grant_id, vm_id, host_id, pool_id, size_gib,
        floor(extract(epoch from created_at) * 1000)::bigint as created_millis
      from memory_grant
      where state in ('GRANTED', 'ONLINE')
        and created_at < to_timestamp(?::double precision / 1000)
      order by created_at, grant_id
      """;

  private final JdbcClient jdbc;

  /**
   * @param jdbc on the service's schema
   */
  public JdbcAuditStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public long nowMillis() {
    return jdbc.sql(NOW).query(Long.class).single();
  }

  @Override
  public List<String> pools() {
    return jdbc.sql("select pool_id from pool order by pool_id").query(String.class).list();
  }

  @Override
  public List<Stood> slices(String poolId) {
    return jdbc.sql(SLICES)
        .param(poolId)
        .query((row, n) -> new Stood(SliceRows.slice(row, n), row.getLong("since")))
        .list();
  }

  @Override
  public List<SaidSince> said(String poolId) {
    return jdbc.sql(SAID).param(poolId).query((row, n) -> said(row)).list();
  }

  @Override
  public Optional<String> toldUnder(Said said) {
    return jdbc.sql(TOLD)
        .param(said.hostId())
        .param(said.seen().poolId())
        .param(said.seen().slice())
        .param(said.seen().generation())
        .query(String.class)
        .optional();
  }

  @Override
  public Map<String, Host> hosts(String poolId) {
    Map<String, Host> byName = new HashMap<>();
    HostRows.of(jdbc, poolId).forEach(host -> byName.put(host.hostId(), host));
    return byName;
  }

  @Override
  public Map<String, Grant> grants(String poolId) {
    Map<String, Grant> byId = new HashMap<>();
    GrantRows.unfinishedOf(jdbc, poolId).forEach(grant -> byId.put(grant.id().toString(), grant));
    return byId;
  }

  @Override
  public List<Orphan> liveBefore(long millis) {
    return jdbc.sql(LIVE)
        .param(millis)
        .query(
            (row, n) ->
                new Orphan(
                    row.getString("grant_id"),
                    GrantId.parse(row.getString("grant_id")).vmId(),
                    row.getString("host_id"),
                    row.getString("pool_id"),
                    row.getInt("size_gib"),
                    row.getLong("created_millis")))
        .list();
  }

  private static SaidSince said(ResultSet row) throws SQLException {
    Observation seen =
        new Observation(
            row.getString("pool_id"),
            row.getInt("slice_no"),
            row.getLong("generation"),
            Observation.Seen.valueOf(row.getString("seen")),
            row.getInt("offline_blocks"),
            row.getInt("total_blocks"),
            row.getString("cause"));
    return new SaidSince(
        new Said(row.getString("host_id"), row.getString("boot_id"), seen), row.getLong("since"));
  }
}
