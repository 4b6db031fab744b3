package io.tarn.telemetry.testing;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Windows in the database, in the form of {@link Truth#lines}. */
public final class WindowLines {

  private static final String READ =
      """
      select vm_id, host_id, (extract(epoch from start_at) * 1000)::bigint as start_millis, revision,
        samples, covered_millis, distrust, local_mib, pool_gib, counter_count, counter_sum,
        counter_min, counter_max, features
      from vm_window where host_id like ?
      """;

  private WindowLines() {}

  /** The windows of hosts whose names begin so. */
  public static List<String> of(JdbcClient jdbc, String hostPrefix) {
    return jdbc.sql(READ).param(hostPrefix + "%").query((row, n) -> line(row)).list().stream()
        .sorted(LineOrder.BY_VM_START_HOST)
        .toList();
  }

  private static String line(ResultSet row) throws SQLException {
    return String.join(
        " ",
        row.getString("vm_id"),
        row.getString("host_id"),
        Long.toString(row.getLong("start_millis")),
        "r" + row.getInt("revision"),
        "n" + row.getInt("samples"),
        "c" + row.getInt("covered_millis"),
        "[" + row.getString("distrust") + "]",
        Double.toString(row.getDouble("local_mib")),
        Double.toString(row.getDouble("pool_gib")),
        array(row, "counter_count"),
        array(row, "counter_sum"),
        array(row, "counter_min"),
        array(row, "counter_max"),
        array(row, "features"));
  }

  private static String array(ResultSet row, String column) throws SQLException {
    return Arrays.toString((Object[]) row.getArray(column).getArray());
  }
}
