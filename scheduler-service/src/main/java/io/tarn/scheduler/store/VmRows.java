package io.tarn.scheduler.store;

import io.tarn.chassis.idempotency.RequestHash;
import io.tarn.contracts.placement.VmRequest;
import io.tarn.scheduler.placement.Place;
import io.tarn.scheduler.request.CanonicalRequest;
import io.tarn.scheduler.saga.Phase;
import io.tarn.scheduler.saga.Vm;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/** Reads rows of VMs. */
final class VmRows {

  static final String COLUMNS =
      "vm_id, state, request, policy, attempt, host_id, local_mib, pool_gib, pool_id, acknowledged";

  private static final String FIND = "select " + COLUMNS + " from vm where vm_id = ?";

  private final JdbcClient jdbc;
  private final JsonMapper json;

  VmRows(JdbcClient jdbc, JsonMapper json) {
    this.jdbc = jdbc;
    this.json = json;
  }

  Optional<Vm> find(String vmId) {
    return jdbc.sql(FIND).param(vmId).query(this::vm).optional();
  }

  Optional<Vm> lock(String vmId) {
    return jdbc.sql(FIND + " for no key update").param(vmId).query(this::vm).optional();
  }

  Vm vm(ResultSet row, int n) throws SQLException {
    return new Vm(
        row.getString("vm_id"),
        Phase.valueOf(row.getString("state")),
        json.readValue(row.getString("request"), VmRequest.class),
        row.getString("policy"),
        row.getInt("attempt"),
        new Place(
            row.getString("host_id"),
            row.getLong("local_mib"),
            row.getInt("pool_gib"),
            row.getString("pool_id")),
        row.getBoolean("acknowledged"));
  }

  static byte[] hash(VmRequest request) {
    return RequestHash.of(CanonicalRequest.of(request));
  }
}
