package io.tarn.pool.store;

import io.tarn.contracts.pool.OperationKind;
import io.tarn.contracts.pool.OperationRequest;
import io.tarn.contracts.pool.OperationState;
import io.tarn.pool.ledger.Operation;
import io.tarn.pool.ledger.OperationBooks;
import io.tarn.pool.ledger.OperationChange;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Rows of operations. */
final class OperationRows implements OperationBooks {

  static final String SELECT =
      """
      select host_id, operation_id, pool_id, kind, vm_id, grant_id, target_host_id,
        target_grant_id, memory_mib, deadline_millis, state, done_mib, cause, cancel_asked_at
      from operation
      """;
  private static final String IN_ORDER = " order by host_id, operation_id";
  private static final String UNFINISHED = " state in ('PENDING', 'RUNNING') ";
  private static final String BY_NAME = SELECT + " where host_id = ? and operation_id = any(?)";
  private static final String OF_VM = SELECT + " where vm_id = ? and" + UNFINISHED;
  private static final String OF_HOST = SELECT + " where host_id = ? and" + UNFINISHED + IN_ORDER;
  // through the VM, of which there is an index
  private static final String OF_GRANTS =
      SELECT
          + " where vm_id in (select vm_id from memory_grant where grant_id = any(?))"
          + " and (grant_id = any(?) or target_grant_id = any(?)) and"
          + UNFINISHED
          + IN_ORDER;
  private static final String OF_POOL = SELECT + " where pool_id = ? and" + UNFINISHED + IN_ORDER;
  private static final String OVERDUE =
      SELECT
          + " where host_id = any(?) and deadline_at <= clock_timestamp() and"
          + UNFINISHED
          + IN_ORDER;
  private static final String LOCK_OVERDUE =
      """
      select host_id from host
      where host_id in (select host_id from operation
        where state in ('PENDING', 'RUNNING') and deadline_at <= clock_timestamp())
      order by host_id limit ? for no key update skip locked
      """;
  private static final String INSERT =
      """
      insert into operation (host_id, operation_id, pool_id, kind, vm_id, grant_id,
        target_host_id, target_grant_id, memory_mib, deadline_millis)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;
  private static final String MOVE =
      """
      update operation set state = ?, done_mib = ?, cause = ?,
        cancel_asked_at = case when ? then coalesce(cancel_asked_at, clock_timestamp()) end
      where host_id = ? and operation_id = ?
      """;

  private final JdbcClient jdbc;

  OperationRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public Optional<Operation> find(String hostId, String operationId) {
    return find(hostId, List.of(operationId)).stream().findFirst();
  }

  @Override
  public List<Operation> find(String hostId, Collection<String> operationIds) {
    return jdbc.sql(BY_NAME + IN_ORDER)
        .param(hostId)
        .param(operationIds.toArray(String[]::new))
        .query((row, n) -> operation(row))
        .list();
  }

  @Override
  public Optional<Operation> unfinishedOfVm(String vmId) {
    return jdbc.sql(OF_VM).param(vmId).query((row, n) -> operation(row)).optional();
  }

  @Override
  public List<Operation> unfinishedOfHost(String hostId) {
    return jdbc.sql(OF_HOST).param(hostId).query((row, n) -> operation(row)).list();
  }

  @Override
  public List<Operation> unfinishedOfGrants(Collection<String> grantIds) {
    String[] ids = grantIds.toArray(String[]::new);
    return jdbc.sql(OF_GRANTS)
        .param(ids)
        .param(ids)
        .param(ids)
        .query((row, n) -> operation(row))
        .list();
  }

  @Override
  public List<Operation> unfinishedOfPool(String poolId) {
    return jdbc.sql(OF_POOL).param(poolId).query((row, n) -> operation(row)).list();
  }

  @Override
  public List<Operation> overdue(Collection<String> hostIds) {
    return jdbc.sql(OVERDUE)
        .param(hostIds.toArray(String[]::new))
        .query((row, n) -> operation(row))
        .list();
  }

  @Override
  public List<String> lockHostsWithOverdue(int most) {
    return jdbc.sql(LOCK_OVERDUE).param(most).query(String.class).list();
  }

  void write(OperationChange change) {
    if (change instanceof OperationChange.Ordered ordered) {
      insert(ordered.operation());
    } else if (change instanceof OperationChange.Moved moved) {
      move(moved.operation());
    }
  }

  private void insert(Operation operation) {
    OperationRequest request = operation.request();
    jdbc.sql(INSERT)
        .param(operation.hostId())
        .param(operation.operationId())
        .param(operation.poolId())
        .param(request.kind().name())
        .param(request.vmId())
        .param(request.grantId())
        .param(request.targetHostId())
        .param(request.targetGrantId())
        .param(request.memoryMiB())
        .param(request.deadlineMillis())
        .update();
  }

  private void move(Operation operation) {
    int moved =
        jdbc.sql(MOVE)
            .param(operation.state().name())
            .param(operation.doneMiB())
            .param(operation.cause())
            .param(operation.cancelAsked())
            .param(operation.hostId())
            .param(operation.operationId())
            .update();
    if (moved != 1) {
      throw new IllegalStateException("operation " + operation + " is gone");
    }
  }

  /** A row that has the columns of {@link #SELECT}. */
  static Operation operation(ResultSet row) throws SQLException {
    return new Operation(
        row.getString("host_id"),
        row.getString("operation_id"),
        row.getString("pool_id"),
        new OperationRequest(
            OperationKind.valueOf(row.getString("kind")),
            row.getString("vm_id"),
            row.getString("grant_id"),
            row.getString("target_host_id"),
            row.getString("target_grant_id"),
            row.getObject("memory_mib", Long.class),
            row.getLong("deadline_millis")),
        OperationState.valueOf(row.getString("state")),
        row.getLong("done_mib"),
        row.getString("cause"),
        row.getObject("cancel_asked_at") != null);
  }
}
