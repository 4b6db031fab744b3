package io.tarn.pool.store;

import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.OperationOrder;
import io.tarn.contracts.pool.SliceRef;
import io.tarn.pool.feed.CommandLog;
import io.tarn.pool.ledger.Operation;
import java.net.URI;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Commands in the service's own schema. */
public final class JdbcCommandLog implements CommandLog {

  private static final TypeReference<List<SliceRef>> SLICES = new TypeReference<>() {};
  private static final String AFTER =
      """
      select sequence, command.kind as command_kind, command.grant_id as command_grant,
        command.pool_id as command_pool, emc, port_no, slices, operation.*
      from command
      join pool on pool.pool_id = command.pool_id
      join port on port.pool_id = command.pool_id and port.host_id = command.host_id
      left join operation on operation.host_id = command.host_id
        and operation.operation_id = command.operation_id
      where command.host_id = ? and sequence > ?
      order by sequence limit ?
      """;

  private final JdbcClient jdbc;
  private final JsonMapper json;

  /**
   * @param jdbc on the service's schema
   * @param json for the slices of commands
   */
  public JdbcCommandLog(JdbcClient jdbc, JsonMapper json) {
    this.jdbc = jdbc;
    this.json = json;
  }

  @Override
  public List<HostCommand> after(String hostId, long sequence, int most) {
    return jdbc.sql(AFTER)
        .param(hostId)
        .param(sequence)
        .param(most)
        .query((row, n) -> command(row))
        .list();
  }

  private HostCommand command(ResultSet row) throws SQLException {
    boolean operates = row.getString("operation_id") != null;
    Operation operation = operates ? OperationRows.operation(row) : null;
    return new HostCommand(
        row.getLong("sequence"),
        kind(row.getString("command_kind"), operation),
        row.getString("command_grant"),
        row.getString("command_pool"),
        URI.create(row.getString("emc")),
        row.getInt("port_no"),
        json.readValue(row.getString("slices"), SLICES),
        operation == null
            ? null
            : new OperationOrder(operation.operationId(), operation.request()));
  }

  /** What has ended is not begun by whoever reads of it late; its place in the feed stays. */
  private static HostCommand.Kind kind(String name, @Nullable Operation operation) {
    return operation != null && operation.state().ended()
        ? HostCommand.Kind.CANCEL
        : HostCommand.Kind.valueOf(name);
  }

  @Override
  public Map<String, Long> newest(Collection<String> hostIds) {
    Map<String, Long> newest = new HashMap<>();
    jdbc.sql("select host_id, last_command from host where host_id = any(?)")
        .param(hostIds.toArray(String[]::new))
        .query(
            row -> {
              newest.put(row.getString("host_id"), row.getLong("last_command"));
            });
    return newest;
  }
}
