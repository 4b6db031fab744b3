package io.tarn.pool.store;

import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.emc.TableView;
import io.tarn.contracts.pool.PoolFailure;
import io.tarn.contracts.pool.PoolSpec;
import io.tarn.contracts.pool.PoolView;
import io.tarn.contracts.pool.PortView;
import io.tarn.contracts.pool.SliceState;
import io.tarn.contracts.pool.SliceView;
import io.tarn.pool.pool.PoolStore;
import io.tarn.pool.pool.Ports;
import io.tarn.pool.pool.WireOutcome;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** Pools and ports in the service's own schema. */
public final class JdbcPoolStore implements PoolStore {

  private static final String DECLARE =
      """
      insert into pool (pool_id, capacity_gib, emc, device_id) values (?, ?, ?, ?)
      on conflict do nothing
      """;
  private static final String MOVE =
      """
      update pool set emc = ?, device_id = ?
      where pool_id = ? and failed_at is null and coalesce(device_id = ?, true)
      """;
  private static final String GENERATIONS =
      """
      update slice set generation = n.generation
      from unnest(?::integer[], ?::bigint[]) as n (slice_no, generation)
      where slice.pool_id = ? and slice.slice_no = n.slice_no and n.generation > 0
      """;
  // whoever leads first does so under the next epoch, which the table has not seen
  private static final String EPOCH =
      """
      insert into lease (name, epoch, expires_at) values (?, greatest(1, ?), clock_timestamp())
      on conflict (name) do update set epoch = greatest(lease.epoch, excluded.epoch)
      """;
  private static final String SLICES =
      """
      select pool_id, slice_no, state, host_id, grant_id, generation, offline_blocks,
        total_blocks, cause
      from slice
      where pool_id = ? and slice_no > ? and (?::text is null or state = ?::text)
      order by slice_no limit ?
      """;

  private static final String WIRE =
      """
      insert into port (pool_id, host_id, port_no, open)
      select pool_id, host_id, ?, failed_at is null and fence is null
      from pool, host where pool_id = ? and host_id = ?
      """;

  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;
  private final PoolRows rows;
  private final PoolViews views;
  private final FailureViews failures;

  /**
   * @param jdbc on the service's schema
   * @param transactions read committed
   */
  public JdbcPoolStore(JdbcClient jdbc, TransactionTemplate transactions) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.rows = new PoolRows(jdbc);
    this.views = new PoolViews(jdbc);
    this.failures = new FailureViews(jdbc);
  }

  @Override
  public Optional<PoolView> view(String poolId) {
    return views.of(List.of(poolId)).stream().findFirst();
  }

  @Override
  public List<PoolView> page(String after, int most) {
    return views.of(
        jdbc.sql("select pool_id from pool where pool_id > ? order by pool_id limit ?")
            .param(after)
            .param(most)
            .query(String.class)
            .list());
  }

  @Override
  public List<SliceView> slices(String poolId, @Nullable SliceState state, int after, int most) {
    String name = state == null ? null : state.name();
    return jdbc.sql(SLICES)
        .param(poolId)
        .param(after)
        .param(name)
        .param(name)
        .param(most)
        .query(
            (row, n) ->
                new SliceView(
                    row.getString("pool_id"),
                    row.getInt("slice_no"),
                    SliceState.valueOf(row.getString("state")),
                    row.getString("host_id"),
                    row.getString("grant_id"),
                    row.getLong("generation"),
                    row.getInt("offline_blocks"),
                    row.getInt("total_blocks"),
                    row.getString("cause")))
        .list();
  }

  @Override
  public boolean declare(String poolId, PoolSpec spec, TableView table) {
    return Objects.requireNonNull(
        transactions.execute(status -> declareLocked(poolId, spec, table)));
  }

  private boolean declareLocked(String poolId, PoolSpec spec, TableView table) {
    int added =
        jdbc.sql(DECLARE)
            .param(poolId)
            .param(spec.capacityGiB())
            .param(spec.emc().toString())
            .param(table.deviceId())
            .update();
    if (added == 0) {
      return false;
    }
    jdbc.sql(GENERATIONS)
        .param(table.entries().stream().map(TableEntry::slice).toArray(Integer[]::new))
        .param(table.entries().stream().map(TableEntry::generation).toArray(Long[]::new))
        .param(poolId)
        .update();
    jdbc.sql(EPOCH).param(JdbcLeadership.name(poolId)).param(table.highestEpoch()).update();
    return true;
  }

  @Override
  public boolean move(String poolId, URI emc, UUID deviceId) {
    try {
      return jdbc.sql(MOVE)
              .param(emc.toString())
              .param(deviceId)
              .param(poolId)
              .param(deviceId)
              .update()
          == 1;
    } catch (DuplicateKeyException e) {
      return false;
    }
  }

  @Override
  public Optional<String> otherPoolOf(UUID deviceId, URI emc, String poolId) {
    return rows.otherOf(deviceId, emc, poolId);
  }

  @Override
  public Optional<PoolFailure> failure(String poolId, @Nullable Integer incarnation) {
    return failures.of(poolId, incarnation);
  }

  @Override
  public WireOutcome wire(String poolId, String hostId) {
    return Objects.requireNonNull(transactions.execute(status -> wireLocked(poolId, hostId)));
  }

  private WireOutcome wireLocked(String poolId, String hostId) {
    boolean known =
        jdbc.sql("select 1 from pool where pool_id = ? for no key update")
            .param(poolId)
            .query(Integer.class)
            .optional()
            .isPresent();
    if (!known) {
      return new WireOutcome.NoPool();
    }
    Optional<Integer> has =
        jdbc.sql("select port_no from port where pool_id = ? and host_id = ?")
            .param(poolId)
            .param(hostId)
            .query(Integer.class)
            .optional();
    if (has.isPresent()) {
      return new WireOutcome.Exists(new PortView(poolId, hostId, has.get()));
    }
    OptionalInt port =
        Ports.lowestFree(
            jdbc.sql("select port_no from port where pool_id = ?")
                .param(poolId)
                .query(Integer.class)
                .set());
    return port.isEmpty()
        ? new WireOutcome.PortsExhausted()
        : new WireOutcome.Created(wire(poolId, hostId, port.getAsInt()));
  }

  private PortView wire(String poolId, String hostId, int port) {
    jdbc.sql("insert into host (host_id) values (?) on conflict do nothing").param(hostId).update();
    jdbc.sql(WIRE).param(port).param(poolId).param(hostId).update();
    return new PortView(poolId, hostId, port);
  }
}
