package io.tarn.pool.store;

import io.tarn.contracts.pool.OperationState;
import io.tarn.contracts.pool.OperationView;
import io.tarn.pool.ledger.Operation;
import io.tarn.pool.operation.OperationStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Operations in the service's own schema. */
public final class JdbcOperationStore implements OperationStore {

  private static final String MILLIS =
      ", floor(extract(epoch from %1$s) * 1000)::bigint as %1$s_ms";
  private static final String SELECT =
      OperationRows.SELECT.replace(
          "from operation",
          MILLIS.formatted("created_at")
              + MILLIS.formatted("deadline_at")
              + MILLIS.formatted("started_at")
              + MILLIS.formatted("ended_at")
              + " from operation");
  private static final String ONE = SELECT + " where host_id = ? and operation_id = ?";
  private static final String PAGE =
      SELECT
          + " where host_id = ? and operation_id > ? and (?::text is null or state = ?::text)"
          + " order by operation_id limit ?";

  private final JdbcClient jdbc;

  /**
   * @param jdbc on the service's schema
   */
  public JdbcOperationStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public Optional<OperationView> view(String hostId, String operationId) {
    return jdbc.sql(ONE).param(hostId).param(operationId).query((row, n) -> view(row)).optional();
  }

  @Override
  public Optional<List<OperationView>> page(
      String hostId, @Nullable OperationState state, String after, int most) {
    boolean known =
        jdbc.sql("select 1 from host where host_id = ?")
            .param(hostId)
            .query(Integer.class)
            .optional()
            .isPresent();
    if (!known) {
      return Optional.empty();
    }
    String name = state == null ? null : state.name();
    return Optional.of(
        jdbc.sql(PAGE)
            .param(hostId)
            .param(after)
            .param(name)
            .param(name)
            .param(most)
            .query((row, n) -> view(row))
            .list());
  }

  private static OperationView view(ResultSet row) throws SQLException {
    Operation operation = OperationRows.operation(row);
    return new OperationView(
        operation.operationId(),
        operation.hostId(),
        operation.request(),
        operation.state(),
        operation.doneMiB(),
        operation.cause(),
        operation.cancelAsked(),
        row.getLong("created_at_ms"),
        row.getLong("deadline_at_ms"),
        row.getObject("started_at_ms", Long.class),
        row.getObject("ended_at_ms", Long.class));
  }
}
