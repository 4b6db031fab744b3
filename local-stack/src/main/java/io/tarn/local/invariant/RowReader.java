package io.tarn.local.invariant;

import io.tarn.contracts.placement.VmState;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.SliceState;
import io.tarn.db.DatabaseTarget;
import io.tarn.db.ServiceSchema;
import io.tarn.local.invariant.Rows.GrantRow;
import io.tarn.local.invariant.Rows.HostRow;
import io.tarn.local.invariant.Rows.PoolRow;
import io.tarn.local.invariant.Rows.PortRow;
import io.tarn.local.invariant.Rows.SequenceRow;
import io.tarn.local.invariant.Rows.SliceRow;
import io.tarn.local.invariant.Rows.VmRow;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Reads the rows of all services at one moment. */
public final class RowReader {

  private static final String MICROS =
      "coalesce((extract(epoch from %s) * 1000000)::bigint, 9223372036854775807)";

  private final DatabaseTarget database;

  /**
   * @param database with a login that may read every schema
   */
  public RowReader(DatabaseTarget database) {
    this.database = database;
  }

  /**
   * Reads the rows in one transaction.
   *
   * @throws SQLException when the database does not answer
   */
  public Rows read() throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      return new Rows(
          all(
              statement,
              "select pool_id, capacity_gib from pool.pool order by pool_id",
              row -> new PoolRow(row.getString(1), row.getInt(2))),
          slices(statement),
          all(
              statement,
              "select pool_id, host_id, port_no from pool.port",
              row -> new PortRow(row.getString(1), row.getString(2), row.getInt(3))),
          grants(statement),
          hosts(statement),
          vms(statement),
          unsent(statement),
          sequences(statement));
    }
  }

  private static List<SliceRow> slices(Statement statement) throws SQLException {
    return all(
        statement,
        "select pool_id, slice_no, state, host_id, grant_id, generation from pool.slice"
            + " order by pool_id, slice_no",
        row ->
            new SliceRow(
                row.getString(1),
                row.getInt(2),
                SliceState.valueOf(row.getString(3)),
                row.getString(4),
                row.getString(5),
                row.getLong(6)));
  }

  private static List<GrantRow> grants(Statement statement) throws SQLException {
    return all(
        statement,
        "select grant_id, vm_id, attempt, state, pool_id, host_id, coalesce(size_gib, 0)"
            + " from pool.memory_grant order by grant_id",
        row ->
            new GrantRow(
                row.getString(1),
                row.getString(2),
                row.getInt(3),
                GrantState.valueOf(row.getString(4)),
                row.getString(5),
                row.getString(6),
                row.getInt(7)));
  }

  private static List<HostRow> hosts(Statement statement) throws SQLException {
    return all(
        statement,
        "select host_id, vcpus, local_mib, reserved_vcpus, reserved_mib, used_vcpus,"
            + " used_local_mib, pools from scheduler.host order by host_id",
        row ->
            new HostRow(
                row.getString(1),
                row.getInt(2),
                row.getLong(3),
                row.getInt(4),
                row.getLong(5),
                row.getInt(6),
                row.getLong(7),
                List.of((String[]) row.getArray(8).getArray())));
  }

  private static List<VmRow> vms(Statement statement) throws SQLException {
    return all(
        statement,
        "select vm_id, state, attempt, host_id, vcpus, memory_mib, local_mib, pool_gib, pool_id,"
            + " coalesce(placed_at, ready_at) is not null, "
            + String.format(MICROS, "created_at")
            + ", "
            + String.format(MICROS, "deleted_at")
            // a refused one was promised to nobody and holds nothing
            + " from scheduler.vm where state <> 'REFUSED' order by vm_id",
        row ->
            new VmRow(
                row.getString(1),
                VmState.valueOf(row.getString(2)),
                row.getInt(3),
                row.getString(4),
                row.getInt(5),
                row.getLong(6),
                row.getLong(7),
                row.getInt(8),
                row.getString(9),
                row.getBoolean(10),
                row.getLong(11),
                row.getLong(12)));
  }

  private static List<String> unsent(Statement statement) throws SQLException {
    List<String> unsent = new ArrayList<>();
    for (ServiceSchema service : ServiceSchema.values()) {
      for (String table : List.of("outbox", "outbox_rejected")) {
        unsent.addAll(
            all(
                statement,
                "select topic || ' ' || record_key || ' ' || sequence from "
                    + service.schema()
                    + "."
                    + table,
                row -> table + " of " + service.schema() + ": " + row.getString(1)));
      }
    }
    return unsent;
  }

  private static List<SequenceRow> sequences(Statement statement) throws SQLException {
    List<SequenceRow> sequences = new ArrayList<>();
    for (ServiceSchema service : ServiceSchema.values()) {
      sequences.addAll(
          all(
              statement,
              "select topic, record_key, last_sequence from "
                  + service.schema()
                  + ".outbox_sequence",
              row -> new SequenceRow(row.getString(1), row.getString(2), row.getLong(3))));
    }
    return sequences;
  }

  private static <T> List<T> all(Statement statement, String query, Mapper<T> mapper)
      throws SQLException {
    List<T> all = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        all.add(mapper.map(rows));
      }
    }
    return all;
  }

  private interface Mapper<T> {
    T map(ResultSet row) throws SQLException;
  }
}
