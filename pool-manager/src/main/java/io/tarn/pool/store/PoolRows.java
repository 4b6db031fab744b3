package io.tarn.pool.store;

import io.tarn.contracts.pool.PortView;
import io.tarn.pool.ledger.Pool;
import io.tarn.pool.ledger.PoolChange;
import io.tarn.pool.ledger.PortKey;
import io.tarn.pool.ledger.StaleViewException;
import java.net.URI;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Rows of pools and their ports. */
final class PoolRows {

  private static final String SELECT =
      """
      select pool_id, capacity_gib, emc, device_id, incarnation, failed_at is not null as failed
      from pool
      """;
  private static final String BY_ID = SELECT + " where pool_id = ?";
  private static final String HOLD_PORTS =
      """
      select pool_id, host_id, port_no from port
      where (pool_id, host_id) in (select * from unnest(?::text[], ?::text[]))
      order by pool_id, host_id for share
      """;
  private static final String FAIL =
      "update pool set failed_at = clock_timestamp() where pool_id = ?";
  private static final String FAILURE =
      """
      insert into pool_failure (pool_id, incarnation, reason, failed_at)
      select pool_id, incarnation, ?, failed_at from pool where pool_id = ? and incarnation = ?
      """;
  private static final String AFFECTED =
      """
      insert into affected_grant (pool_id, incarnation, grant_id, host_id, lost_gib, live)
      select ?, ?, n.grant_id, n.host_id, n.lost_gib, n.live
      from unnest(?::text[], ?::text[], ?::integer[], ?::boolean[])
        as n (grant_id, host_id, lost_gib, live)
      """;
  private static final String REPLACE =
      """
      update pool set emc = ?, device_id = ?, incarnation = ?, failed_at = null
      where pool_id = ?
      """;
  private static final String OTHER =
      """
      select pool_id from pool
      where pool_id <> ? and (device_id = ? or device_id is null and emc = ?::text)
      order by pool_id limit 1
      """;
  private static final String REPLACED =
      """
      update pool_failure set replaced_at = clock_timestamp()
      where pool_id = ? and incarnation = ?
      """;
  // nobody leads any more, and the next epoch is one that the new table has not seen
  private static final String DEPOSE =
      """
      insert into lease (name, epoch, expires_at) values (?, greatest(1, ?), clock_timestamp())
      on conflict (name) do update
        set holder = null, epoch = greatest(lease.epoch, excluded.epoch),
          expires_at = excluded.expires_at
      """;

  private static final String OPEN =
      """
      update port set open = true from host
      where port.pool_id = ? and host.host_id = port.host_id and host.fence is null
      """;

  private final JdbcClient jdbc;

  PoolRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  Optional<Pool> byId(String poolId) {
    return jdbc.sql(BY_ID).param(poolId).query(PoolRows::pool).optional();
  }

  List<Pool> byIds(Collection<String> poolIds) {
    return jdbc.sql(SELECT + " where pool_id = any(?)")
        .param(poolIds.toArray(String[]::new))
        .query(PoolRows::pool)
        .list();
  }

  Optional<Pool> lock(String poolId) {
    return jdbc.sql(BY_ID + " for no key update").param(poolId).query(PoolRows::pool).optional();
  }

  Optional<String> otherOf(UUID deviceId, @Nullable URI emc, String poolId) {
    return jdbc.sql(OTHER)
        .param(poolId)
        .param(deviceId)
        .param(emc == null ? null : emc.toString())
        .query(String.class)
        .optional();
  }

  Optional<PortView> holdPort(String poolId, String hostId) {
    return holdPorts(List.of(new PortKey(poolId, hostId))).stream().findFirst();
  }

  List<PortView> holdPorts(Collection<PortKey> keys) {
    return jdbc.sql(HOLD_PORTS)
        .param(keys.stream().map(PortKey::poolId).toArray(String[]::new))
        .param(keys.stream().map(PortKey::hostId).toArray(String[]::new))
        .query(
            (row, n) ->
                new PortView(
                    row.getString("pool_id"), row.getString("host_id"), row.getInt("port_no")))
        .list();
  }

  void lockPortsOfHost(String hostId) {
    jdbc.sql("select pool_id from port where host_id = ? order by pool_id for no key update")
        .param(hostId)
        .query(String.class)
        .list();
  }

  void lockPorts(String poolId) {
    jdbc.sql("select host_id from port where pool_id = ? order by host_id for no key update")
        .param(poolId)
        .query(String.class)
        .list();
  }

  Map<String, Integer> ports(String poolId) {
    Map<String, Integer> ports = new HashMap<>();
    jdbc.sql("select host_id, port_no from port where pool_id = ?")
        .param(poolId)
        .query(
            row -> {
              ports.put(row.getString("host_id"), row.getInt("port_no"));
            });
    return ports;
  }

  void write(PoolChange change) {
    if (change instanceof PoolChange.Failed failed) {
      fail(failed);
    } else if (change instanceof PoolChange.Replaced replaced) {
      replace(replaced);
    } else if (change instanceof PoolChange.Identified identified) {
      setDevice(
          jdbc.sql("update pool set device_id = ? where pool_id = ?")
              .param(identified.deviceId())
              .param(identified.poolId()),
          identified.poolId());
    }
  }

  private static void setDevice(JdbcClient.StatementSpec update, String poolId) {
    try {
      update.update();
    } catch (DuplicateKeyException e) {
      // it has come to serve another pool since that was looked up
      throw new StaleViewException("the device of pool " + poolId);
    }
  }

  private void fail(PoolChange.Failed failed) {
    jdbc.sql(FAIL).param(failed.poolId()).update();
    jdbc.sql(FAILURE)
        .param(failed.reason())
        .param(failed.poolId())
        .param(failed.incarnation())
        .update();
    jdbc.sql(AFFECTED)
        .param(failed.poolId())
        .param(failed.incarnation())
        .param(failed.affected().stream().map(a -> a.grantId().toString()).toArray(String[]::new))
        .param(failed.affected().stream().map(a -> a.hostId()).toArray(String[]::new))
        .param(failed.affected().stream().map(a -> a.lostGiB()).toArray(Integer[]::new))
        .param(failed.affected().stream().map(a -> a.live()).toArray(Boolean[]::new))
        .update();
    jdbc.sql("update port set open = false where pool_id = ?").param(failed.poolId()).update();
  }

  private void replace(PoolChange.Replaced replaced) {
    jdbc.sql(DEPOSE)
        .param(JdbcLeadership.name(replaced.poolId()))
        .param(replaced.highestEpoch())
        .update();
    setDevice(
        jdbc.sql(REPLACE)
            .param(replaced.emc().toString())
            .param(replaced.deviceId())
            .param(replaced.incarnation())
            .param(replaced.poolId()),
        replaced.poolId());
    jdbc.sql(REPLACED).param(replaced.poolId()).param(replaced.incarnation() - 1).update();
    jdbc.sql(OPEN).param(replaced.poolId()).update();
  }

  private static Pool pool(ResultSet row, int n) throws SQLException {
    return new Pool(
        row.getString("pool_id"),
        row.getInt("capacity_gib"),
        URI.create(row.getString("emc")),
        row.getObject("device_id", UUID.class),
        row.getInt("incarnation"),
        row.getBoolean("failed"));
  }
}
