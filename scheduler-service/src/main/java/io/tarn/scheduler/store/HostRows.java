package io.tarn.scheduler.store;

import io.tarn.contracts.placement.HostSpec;
import io.tarn.scheduler.host.HostState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Reads rows of hosts. */
final class HostRows {

  private static final TypeReference<Map<String, String>> LABELS = new TypeReference<>() {};
  private static final String COLUMNS =
      """
      select host_id, vcpus, local_mib, reserved_vcpus, reserved_mib, rack, pools, labels,
        cordoned, version, revision, used_vcpus, used_local_mib
      from host\s""";

  private final JdbcClient jdbc;
  private final JsonMapper json;

  HostRows(JdbcClient jdbc, JsonMapper json) {
    this.jdbc = jdbc;
    this.json = json;
  }

  List<HostState> all() {
    return jdbc.sql(COLUMNS).query(this::state).list();
  }

  List<HostState> page(String after, int limit) {
    return jdbc.sql(COLUMNS + "where host_id > ? order by host_id limit ?")
        .param(after)
        .param(limit)
        .query(this::state)
        .list();
  }

  Optional<HostState> find(String hostId) {
    return jdbc.sql(COLUMNS + "where host_id = ?").param(hostId).query(this::state).optional();
  }

  Optional<HostState> lock(String hostId) {
    return jdbc.sql(COLUMNS + "where host_id = ? for no key update")
        .param(hostId)
        .query(this::state)
        .optional();
  }

  String json(Map<String, String> labels) {
    return json.writeValueAsString(labels);
  }

  private HostState state(ResultSet row, int n) throws SQLException {
    HostSpec spec =
        new HostSpec(
            row.getInt("vcpus"),
            row.getLong("local_mib"),
            row.getInt("reserved_vcpus"),
            row.getLong("reserved_mib"),
            row.getString("rack"),
            List.of((String[]) row.getArray("pools").getArray()),
            json.readValue(row.getString("labels"), LABELS));
    return new HostState(
        row.getString("host_id"),
        spec,
        row.getBoolean("cordoned"),
        row.getInt("used_vcpus"),
        row.getLong("used_local_mib"),
        row.getLong("version"),
        row.getLong("revision"));
  }
}
