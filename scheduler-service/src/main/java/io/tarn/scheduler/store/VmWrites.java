package io.tarn.scheduler.store;

import io.tarn.contracts.GrantId;
import io.tarn.scheduler.placement.Decision;
import io.tarn.scheduler.saga.Vm;
import java.time.Duration;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;
import tools.jackson.databind.json.JsonMapper;

/** The statements that change rows of VMs. Each names the row as it must be, or changes nothing. */
final class VmWrites {

  private static final String MILLIS = " * interval '1 millisecond'";
  private static final String INSERT =
      """
      insert into vm (vm_id, state, request, request_hash, policy, attempt, host_id, vcpus,
        memory_mib, local_mib, pool_gib, pool_id, acknowledged, driver, driver_until, placed_at,
        ready_at)
      values (:vm, :state, :request::jsonb, :hash, :policy, :attempt, :host, :vcpus,
        :memoryMiB, :localMiB, :poolGiB, :pool, :acknowledged,
        case when :state = 'PENDING' then :driver end,
        case when :state = 'PENDING' then clock_timestamp() + :lease * interval '1 millisecond' end,
        case when :state = 'READY' then clock_timestamp() end,
        case when :state = 'READY' then clock_timestamp() end)
      on conflict (vm_id) do update
        set state = excluded.state, request = excluded.request,
          request_hash = excluded.request_hash, policy = excluded.policy,
          attempt = excluded.attempt, host_id = excluded.host_id, vcpus = excluded.vcpus,
          memory_mib = excluded.memory_mib, local_mib = excluded.local_mib,
          pool_gib = excluded.pool_gib, pool_id = excluded.pool_id,
          acknowledged = excluded.acknowledged, driver = excluded.driver,
          driver_until = excluded.driver_until, created_at = excluded.created_at,
          placed_at = excluded.placed_at, ready_at = excluded.ready_at
        where vm.state = 'REFUSED' and vm.attempt = excluded.attempt - 1
      """;
  private static final String MOVE =
      """
      update vm set state = :state, policy = :policy, attempt = :attempt, host_id = :host,
        local_mib = :localMiB, pool_gib = :poolGiB, pool_id = :pool,
        acknowledged = acknowledged or :acknowledged,
        driver = case when :state = 'PENDING' then :driver end,
        driver_until =
          case when :state = 'PENDING' then clock_timestamp() + :lease * interval '1 millisecond' end,
        placed_at = case when :state = 'READY' then clock_timestamp() end,
        ready_at = case when :state = 'READY' then clock_timestamp() end
      where vm_id = :vm and state = 'PENDING' and attempt = :from
      """;
  private static final String ADVANCE =
      """
      update vm set state = :state, acknowledged = acknowledged or :acknowledged, driver = null,
        driver_until =
          case when :state = 'PLACED' then clock_timestamp() + :patience * interval '1 millisecond' end,
        placed_at = case when :state = 'PLACED' then clock_timestamp() else placed_at end
      where vm_id = :vm and state = :from and attempt = :attempt
        and (:state <> 'REFUSED' or not acknowledged)
      """;
  private static final String REST =
      """
      update vm set driver = null, driver_until = clock_timestamp() + ?
      """
          + MILLIS
          + " where vm_id = ? and state = 'PENDING' and attempt = ?";
  private static final String TAKE_OVER =
      """
      update vm set driver = :driver,
        driver_until = clock_timestamp() + :lease * interval '1 millisecond'
      where vm_id = (
        select vm_id from vm where state = 'PENDING' and driver_until < clock_timestamp()
        order by driver_until limit 1 for no key update skip locked)
      returning\s"""
          + VmRows.COLUMNS;
  private static final String DECIDED =
      "insert into decision (vm_id, attempt, body) values (?, ?, ?::jsonb)";
  private static final String WITHDRAW =
      "insert into withdrawal (grant_id, vm_id) values (?, ?) on conflict do nothing";

  private final JdbcClient jdbc;
  private final JsonMapper json;
  private final DriverLease lease;

  VmWrites(JdbcClient jdbc, JsonMapper json, DriverLease lease) {
    this.jdbc = jdbc;
    this.json = json;
    this.lease = lease;
  }

  /** Writes a first row, or one over a refused VM's. */
  boolean insert(Vm vm) {
    return claim(INSERT, vm)
            .param("request", json.writeValueAsString(vm.request()))
            .param("hash", VmRows.hash(vm.request()))
            .param("vcpus", vm.request().vcpus())
            .param("memoryMiB", vm.request().memoryMiB())
            .update()
        == 1;
  }

  /** Replaces one attempt by the next. */
  boolean move(Vm from, Vm to) {
    return claim(MOVE, to).param("from", from.attempt()).update() == 1;
  }

  /** Moves a VM one step on, its claim unchanged. */
  boolean advance(Vm from, Vm to) {
    return jdbc.sql(ADVANCE)
            .param("vm", to.vmId())
            .param("state", to.phase().name())
            .param("from", from.phase().name())
            .param("attempt", to.attempt())
            .param("acknowledged", to.acknowledged())
            .param("patience", lease.readyPatience().toMillis())
            .update()
        == 1;
  }

  void rest(Vm vm, Duration pause) {
    jdbc.sql(REST).param(pause.toMillis()).param(vm.vmId()).param(vm.attempt()).update();
  }

  Optional<Vm> takeOver(VmRows rows) {
    return jdbc.sql(TAKE_OVER)
        .param("driver", lease.holder())
        .param("lease", lease.length().toMillis())
        .query(rows::vm)
        .optional();
  }

  void decided(Vm vm, Decision.Placed decision) {
    jdbc.sql(DECIDED)
        .param(vm.vmId())
        .param(vm.attempt())
        .param(json.writeValueAsString(DecisionDocument.of(decision)))
        .update();
  }

  /** Asks for a VM's grant, if it has one, to be taken back. */
  void withdraw(Vm vm) {
    GrantId grant = vm.grantId();
    if (grant != null) {
      jdbc.sql(WITHDRAW).param(grant.toString()).param(vm.vmId()).update();
    }
  }

  private StatementSpec claim(String sql, Vm vm) {
    return jdbc.sql(sql)
        .param("vm", vm.vmId())
        .param("state", vm.phase().name())
        .param("policy", vm.policy())
        .param("attempt", vm.attempt())
        .param("host", vm.place().hostId())
        .param("localMiB", vm.place().localMiB())
        .param("poolGiB", vm.place().poolGiB())
        .param("pool", vm.place().poolId())
        .param("acknowledged", vm.acknowledged())
        .param("driver", lease.holder())
        .param("lease", lease.length().toMillis());
  }
}
