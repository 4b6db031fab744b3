package io.tarn.local.invariant;

import io.tarn.contracts.model.Hashes;
import io.tarn.db.DatabaseTarget;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;

/** Reads the collector's rows at one moment. */
final class StoredReader {

  private static final int ROWS_AT_ONCE = 1_000;

  private final DatabaseTarget database;

  StoredReader(DatabaseTarget database) {
    this.database = database;
  }

  /** Reads the rows in one transaction. */
  Stored read() throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      statement.setFetchSize(ROWS_AT_ONCE);
      return new Stored(
          offsets(statement), windows(statement), memory(statement), epochs(statement));
    }
  }

  private static Map<TopicPartition, Long> offsets(Statement statement) throws SQLException {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    each(
        statement,
        "select topic, partition_no, next_offset from telemetry.consumer_offset",
        row -> offsets.put(new TopicPartition(row.getString(1), row.getInt(2)), row.getLong(3)));
    return offsets;
  }

  private static Map<WindowKey, WindowFigures> windows(Statement statement) throws SQLException {
    Map<WindowKey, WindowFigures> windows = new HashMap<>();
    each(
        statement,
        "select vm_id, host_id, (extract(epoch from start_at) * 1000)::bigint, samples,"
            + " covered_millis, counter_count, counter_sum, counter_min, counter_max"
            + " from telemetry.vm_window",
        row ->
            windows.put(
                new WindowKey(row.getString(1), row.getString(2), row.getLong(3)),
                new WindowFigures(
                    row.getLong(4),
                    row.getLong(5),
                    longs(row.getArray(6)),
                    longs(row.getArray(7)),
                    longs(row.getArray(8)),
                    longs(row.getArray(9)))));
    return windows;
  }

  private static Map<String, Scan> memory(Statement statement) throws SQLException {
    Map<String, Scan> memory = new HashMap<>();
    each(
        statement,
        "select vm_id, host_id, taken_millis, uptime_millis, size_mib, covered_mib,"
            + " touched_ever_mib, touched_since_last_scan_mib, mechanism, since_start"
            + " from telemetry.vm_memory",
        row ->
            memory.put(
                row.getString(1),
                new Scan(
                    row.getString(2),
                    row.getLong(3),
                    row.getLong(4),
                    row.getLong(5),
                    row.getLong(6),
                    row.getLong(7),
                    row.getLong(8),
                    row.getString(9),
                    row.getBoolean(10))));
    return memory;
  }

  private static Map<EpochKey, List<String>> epochs(Statement statement) throws SQLException {
    Map<EpochKey, List<String>> epochs = new HashMap<>();
    each(
        statement,
        "select front_end_id, incarnation, epoch, body from telemetry.front_end_epoch",
        row ->
            epochs
                .computeIfAbsent(
                    new EpochKey(row.getString(1), row.getLong(2), row.getLong(3)),
                    key -> new ArrayList<>(1))
                .add(Hashes.sha256(row.getBytes(4))));
    return epochs;
  }

  private static long[] longs(Array array) throws SQLException {
    return Stream.of((Number[]) array.getArray()).mapToLong(Number::longValue).toArray();
  }

  private static void each(Statement statement, String query, RowTaker taker) throws SQLException {
    try (ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        taker.take(rows);
      }
    }
  }

  private interface RowTaker {
    void take(ResultSet row) throws SQLException;
  }
}
