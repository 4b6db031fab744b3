package io.tarn.pool.store;

import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.SliceRef;
import io.tarn.pool.feed.CommandLog;
import java.net.URI;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Commands in the service's own schema. */
public final class JdbcCommandLog implements CommandLog {

  private static final TypeReference<List<SliceRef>> SLICES = new TypeReference<>() {};
  private static final String AFTER =
      """
      select sequence, kind, grant_id, command.pool_id, emc, port_no, slices
      from command
      join pool on pool.pool_id = command.pool_id
      join port on port.pool_id = command.pool_id and port.host_id = command.host_id
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
        .query(
            (row, n) ->
                new HostCommand(
                    row.getLong("sequence"),
                    HostCommand.Kind.valueOf(row.getString("kind")),
                    row.getString("grant_id"),
                    row.getString("pool_id"),
                    URI.create(row.getString("emc")),
                    row.getInt("port_no"),
                    json.readValue(row.getString("slices"), SLICES)))
        .list();
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
